/** Milliseconds by which the server's clock is ahead of this computer's, from the latest answer. */
let clockOffset = 0

/** Reads a response's `date` header. It has no milliseconds, and a server on another host may not expose it. */
export function updateServerTime(date: string | null, sentAt: number, receivedAt: number): void {
  const serverTime = Date.parse(date ?? '')
  if (Number.isNaN(serverTime)) return
  // The server may have held the answer back, or this computer have slept over it: a clock that is possible stays.
  if (serverTime - receivedAt <= clockOffset && clockOffset <= serverTime + 1000 - sentAt) return
  const offset = serverTime + 500 - (sentAt + receivedAt) / 2
  // The header can't show less than a second, so smaller differences are ignored.
  clockOffset = Math.abs(offset) < 1000 ? 0 : offset
}

/** The server's time, which decides when an order closes; this computer's clock may be minutes off. */
export const serverNow = () => Date.now() + clockOffset
