import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

// Argon2id, 19 MiB, two passes: OWASP's minimum. The parameters stand in each hash, so raising them leaves old ones valid.
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

/** Runs at most `width` pieces of work at a time; the others wait their turn. */
export function semaphore(width: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= width) await new Promise<void>(resolve => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place goes straight to the next in line, so a newcomer can't take it in between.
      if (next) next()
      else running -= 1
    }
  }
}

/**
 * Hashing runs on libuv's four threads, which files and DNS need too: fifty logins at once would keep a file read waiting
 * for a second. Two at a time keep both cores busy and leave two threads free.
 */
export const hashing = semaphore(2)

export const hashPassword = (password: string): Promise<string> => hashing(() => hash(password, parameters))

let unknownHash: Promise<string> | undefined
/** Compares exactly what was typed. An account without a password costs the same time and never matches. Call inside `hashing`. */
export async function verifyPassword(stored: string | null | undefined, given: string): Promise<boolean> {
  unknownHash ??= hash(randomBytes(16).toString('hex'), parameters)
  const matches = await verify(stored ?? (await unknownHash), given)
  return matches && Boolean(stored)
}
