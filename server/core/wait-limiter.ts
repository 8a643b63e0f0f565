import { Refusal } from './refusal.ts'

/** Seconds for `retry-after`. */
const later = 5

/** The owner that a wait counts towards, and the most waits they may hold. */
interface Share {
  of: string
  most: number
}

/**
 * Returns a function that counts a wait towards each of its shares, or refuses it with 429 if one of them is full. Each wait holds
 * a socket, and a client that keeps asking must not take them all. The function returned by a wait stops counting it.
 */
export function createWaitLimiter(): (shares: readonly Share[]) => () => void {
  const held = new Map<string, number>()
  return shares => {
    if (shares.some(({ of, most }) => (held.get(of) ?? 0) >= most)) throw new Refusal(429, null, undefined, later)
    for (const { of } of shares) held.set(of, (held.get(of) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      for (const { of } of shares) {
        const left = (held.get(of) ?? 0) - 1
        if (left > 0) held.set(of, left)
        else held.delete(of)
      }
    }
  }
}
