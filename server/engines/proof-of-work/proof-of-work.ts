import { randomInt } from 'node:crypto'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { type Keys, keyFor, writingKeyId } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'

/**
 * The cost in the documentation takes a phone some five seconds; this one, with the counters below, takes some tenths
 * of a second.
 */
const cost = 1000
const counters = { from: 500, to: 2000 } as const
const lifetime = 5 * 60_000

/** Undefined when the ring has no such key. */
function secrets(keys: Keys, keyId: string) {
  const [challenge, solution] = [keyFor(keys, 'proof-challenge', keyId), keyFor(keys, 'proof-solution', keyId)]
  if (!challenge || !solution) return undefined
  return { hmacSignatureSecret: challenge.key.toString('hex'), hmacKeySignatureSecret: solution.key.toString('hex') }
}

/**
 * Makes a puzzle for one request, good for five minutes. The browser solves it with altcha-lib's `solveChallenge`,
 * PBKDF2/SHA-256.
 */
export function createProof(keys: Keys): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(counters.from, counters.to + 1),
    deriveKey: pbkdf2,
    expiresAt: new Date(Date.now() + lifetime),
    data: { key: writingKeyId(keys) },
    ...secrets(keys, writingKeyId(keys)),
  })
}

const answer = z.object({
  challenge: z.object({
    // The challenge is signed as a whole, so everything else in it is of our making.
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      expiresAt: z.number(),
      data: z.object({ key: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/**
 * Reports whether `proof`, base64 of `{challenge, solution}` as JSON, solves a challenge of ours. A challenge works
 * once, on whatever replica. Inside a transaction that rolls back it was not spent.
 */
export async function checkProof(database: Database, keys: Keys, proof: string | undefined): Promise<boolean> {
  const given = proof ? read(proof) : undefined
  if (!given) return false
  const { challenge, solution } = given
  const signing = secrets(keys, challenge.parameters.data.key)
  if (!signing) return false
  const { verified } = await verifySolution({ challenge, solution, deriveKey: pbkdf2, ...signing })
  if (!verified) return false
  const { nonce, expiresAt } = challenge.parameters
  // The unique key is the guard: of many who hand in one solution, one inserts.
  const spent = await database.change`
    insert into spent_proof (challenge, expires_at) values (${nonce}, to_timestamp(${expiresAt}::integer))
    on conflict (challenge) do nothing`
  return spent === 1
}

function read(proof: string): z.output<typeof answer> | undefined {
  try {
    return answer.safeParse(JSON.parse(Buffer.from(proof, 'base64').toString('utf8'))).data
  } catch {
    return undefined
  }
}
