import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { semaphore } from '#server/core/semaphore.ts'

// Argon2id with 19 MiB and two passes is OWASP's minimum. Each hash holds its parameters: raising them leaves it valid.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

/**
 * Hashing runs on libuv's four threads, which files and DNS need too: fifty logins at once would keep a file read
 * waiting for a second. Two at a time keep both cores busy and leave two threads free.
 */
export const hashing = semaphore(2)

export const hashPassword = (password: string): Promise<string> => hashing(() => hash(password, parameters))

let unknownHash: Promise<string> | undefined
/**
 * Compares exactly what was typed. An account without a password takes the same time and never matches. The caller must be inside
 * `hashing`.
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  unknownHash ??= hash(randomBytes(16).toString('hex'), parameters)
  const matches = await verify(stored ?? (await unknownHash), password)
  return matches && Boolean(stored)
}
