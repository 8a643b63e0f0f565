import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

/** Milliseconds; slow phones need some seconds. */
const patience = 60_000

/** Does the work the server asks for before it sends more codes. Answers base64 JSON, or undefined when it took too long. */
export async function solve(challenge: Record<string, unknown>): Promise<string | undefined> {
  // The server answers what altcha-lib's createChallenge made; solveChallenge checks what it uses.
  const given = challenge as unknown as Challenge
  const solution = await solveChallenge({ challenge: given, deriveKey, timeout: patience })
  if (!solution) return undefined
  const { parameters, signature } = given
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }))
}
