import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Challenge } from 'altcha-lib/types'

/** The limit in milliseconds; slow phones need several seconds. */
const timeoutMs = 60_000

/** Solves the challenge that the server demands before it sends more codes. Returns base64 JSON, or undefined on a timeout. */
export async function solve(challenge: Record<string, unknown>): Promise<string | undefined> {
  // The cast holds because the challenge comes from altcha-lib's createChallenge on the server, and solveChallenge checks the
  // fields it uses.
  const typed = challenge as unknown as Challenge
  const solution = await solveChallenge({ challenge: typed, deriveKey, timeout: timeoutMs })
  if (!solution) return undefined
  const { parameters, signature } = typed
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }))
}
