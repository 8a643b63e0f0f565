/** Milliseconds that the server's clock is ahead of this computer's, by its last answer. */
let ahead = 0

/** Takes an answer's `date` header, which drops the milliseconds; another host may keep it to itself. */
export function hearServerTime(date: string | null, asked: number, answered: number): void {
  const told = Date.parse(date ?? '')
  if (Number.isNaN(told)) return
  const now = told + 500 - (asked + answered) / 2
  // Within what the header can't tell nothing is corrected.
  ahead = Math.abs(now) < 1000 ? 0 : now
}

/** What time it is where orders are closed: a computer's own clock may be minutes off. */
export const serverNow = () => Date.now() + ahead
