import { randomInt } from 'node:crypto'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { type Keys, keyFor, writingKeyId } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'

/**
 * The documented cost takes a phone some five seconds; this one, with the counters below, takes some tenths of a second. A higher
 * price takes more tries at the same cost, so that verification stays cheap.
 */
const cost = 1000
const counters = { from: 500, to: 2000 } as const
const lifetime = 5 * 60_000

/** The work required, and the network for which it is done. */
export interface Work {
  /** The price, as a multiple of the cheapest proof. */
  price: number
  /** The network of the caller: a proof for another, cheaper network is not accepted. */
  network: string
}

/** The price may rise while a challenge is being solved: half of the current price is accepted. */
const tolerance = 2

/** Returns undefined if the ring lacks the key. */
function secrets(keys: Keys, keyId: string) {
  const [challenge, solution] = [keyFor(keys, 'proof-challenge', keyId), keyFor(keys, 'proof-solution', keyId)]
  if (!challenge || !solution) return undefined
  return { hmacSignatureSecret: challenge.key.toString('hex'), hmacKeySignatureSecret: solution.key.toString('hex') }
}

/**
 * Creates a puzzle for one request, valid for five minutes. The browser solves it with altcha-lib's `solveChallenge`,
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
    // The challenge is signed as a whole, so everything else in it was created by the portal.
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
 * Reports whether `proof`, base64 of `{challenge, solution}` as JSON, solves a challenge of the portal for the same network at
 * nearly the price of `work` or more. A challenge works once, across all replicas. A rolled back transaction does not spend it.
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
  // Guard: the unique key. Of several submissions of one solution, one inserts the row.
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
