import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { fairQueue } from '#server/core/fair-queue.ts'
import { addressKey } from '#server/core/network.ts'

// Argon2id with 19 MiB and two passes is OWASP's minimum. Each hash holds its parameters: raising them leaves it valid.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

/**
 * Hashing runs on libuv's four threads, which files and DNS need too: fifty logins at once would keep a file read
 * waiting for a second. Two at a time keep both cores busy and leave two threads free. Addresses take turns, because whoever has an
 * account can log in as often as they like, and two hundred logins at once would keep everybody else waiting for seconds.
 */
const queue = fairQueue({ width: 2, waitingEach: 150, waitingInAll: 5_000, busy: '登录的人较多，请稍后重试' })

/** Runs the work, which checks a password for a caller at this address. Throws 503 if too many from there are waiting. */
export const hashing = <Result>(ip: string, work: () => Promise<Result>): Promise<Result> => queue(addressKey(ip), work)

/** A new password is preceded by a code, an invitation or the old one, which have limits of their own: they share one turn. */
export const hashPassword = (password: string): Promise<string> => queue('new', () => hash(password, parameters))

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
