import { randomInt } from 'node:crypto'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { type Keys, keyFor, writingKeyId } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'

/**
 * The cost in the documentation takes a phone some five seconds; this one, with the counters below, takes some tenths of a
 * second. A higher price takes more tries at the same cost, so that a check stays as cheap as it is.
 */
const cost = 1000
const counters = { from: 500, to: 2000 } as const
const lifetime = 5 * 60_000

/** The work that somebody has to do, and for which network it is done. */
export interface Work {
  /** The price, as a multiple of the cheapest proof. */
  price: number
  /** The network of the caller: a proof worked at another network's, cheaper price is not accepted. */
  network: string
}

/** While a challenge is worked on others make the site busier: what was paid may be half of what it costs by now. */
const tolerance = 2

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
export function createProof(keys: Keys, { price, network }: Work): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(Math.round(counters.from * price), Math.round(counters.to * price) + 1),
    deriveKey: pbkdf2,
    expiresAt: new Date(Date.now() + lifetime),
    data: { key: writingKeyId(keys), price, network },
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
      data: z.object({ key: z.string(), price: z.number(), network: z.string() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/**
 * Reports whether `proof`, base64 of `{challenge, solution}` as JSON, solves a challenge of ours that was as dear as
 * `work` is now, or nearly, and made for the same network. A challenge works once, on whatever replica. Inside a transaction that rolls back it was not spent.
 */
export async function checkProof(
  database: Database,
  keys: Keys,
  proof: string | undefined,
  work: Work,
): Promise<boolean> {
  const input = proof ? read(proof) : undefined
  if (!input) return false
  const { challenge, solution } = input
  const { price, network } = challenge.parameters.data
  if (network !== work.network || price * tolerance < work.price) return false
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
