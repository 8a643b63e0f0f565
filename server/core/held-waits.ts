import { Refusal } from './refusal.ts'

/** Seconds after which it is asked again. */
const later = 5

/** Whom a wait counts for, and how many of theirs may be held. */
interface Share {
  of: string
  most: number
}

/**
 * Returns a function that counts a wait for each of its shares, or refuses it with 429 where one of them has no room. Each wait
 * holds a socket: whoever asks ever again must not take them all. The function that it returns counts the wait no longer.
 */
export function heldWaits(): (shares: readonly Share[]) => () => void {
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
