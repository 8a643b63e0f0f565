import { day } from '#server/core/service-time.ts'

/** An amount spread over consecutive days. Any part of them gets whole fen, and all of them add up to the amount. */
export interface Piece {
  fen: number
  /** Days of China since 1970. */
  from: number
  days: number
  /** From this day on the rest belongs to nobody; earlier days keep their amounts. */
  until?: number
}

const eightHours = 8 * 3_600_000

/** Returns the day of China that contains an instant, counted from 1970. */
export const dayNumber = (at: string | number): number => Math.floor((new Date(at).getTime() + eightHours) / day)

/** The last millisecond of a day. */
export const endOfDayNumber = (number: number): number => (number + 1) * day - eightHours - 1

/** Returns the share of the first `count` days. It never falls with more days of a positive amount, and ends at the amount. */
const upTo = ({ fen, days }: Piece, count: number): number =>
  count <= 0 ? 0 : count >= days ? fen : Math.round(fen * (count / days))

/** Returns the share of the days from the first up to the second, which is excluded. */
export function amountBetween(piece: Piece, from: number, to: number): number {
  const until = Math.min(to, piece.until ?? to)
  return until <= from ? 0 : upTo(piece, until - piece.from) - upTo(piece, from - piece.from)
}

/** Divides an amount in these proportions, to the last fen. If all weights are zero, all parts are equal. */
export function allocate(fen: number, weights: readonly number[]): number[] {
  const heavy = weights.reduce((sum, weight) => sum + weight, 0) > 0 ? weights : weights.map(() => 1)
  const total = heavy.reduce((sum, weight) => sum + weight, 0)
  let [weight, assigned] = [0, 0]
  return heavy.map(each => {
    weight += each
    const upToHere = weight === total ? fen : Math.round(fen * (weight / total))
    const part = upToHere - assigned
    assigned = upToHere
    return part
  })
}

/**
 * Ends a piece on a day, before which nothing changes: `back` fen of it have been refunded. The amount of future days is refunded
 * first, and its rest goes on over them; the amount of past days is subtracted on the day itself.
 */
export function refunded(piece: Piece, at: number, back: number): Piece[] {
  const begin = Math.max(at, piece.from)
  const end = piece.from + piece.days
  const ahead = amountBetween(piece, begin, Math.max(begin, end))
  const taken = Math.min(back, ahead)
  return [
    { ...piece, until: Math.min(begin, piece.until ?? begin) },
    ...(ahead > taken ? [{ fen: ahead - taken, from: begin, days: end - begin }] : []),
    ...(back > taken ? [{ fen: taken - back, from: at, days: 1 }] : []),
  ]
}

/** Moves the amount of future days to this one, because they can't be used any more. */
export function ended(piece: Piece, at: number): Piece[] {
  const ahead = amountBetween(piece, Math.max(at, piece.from), Math.max(at, piece.from + piece.days))
  if (ahead <= 0) return [piece]
  return [
    { ...piece, until: Math.min(Math.max(at, piece.from), piece.until ?? Infinity) },
    { fen: ahead, from: at, days: 1 },
  ]
}

export interface Month {
  /** YYYY-MM. */
  name: string
  from: number
  to: number
}

export function monthOf(name: string): Month {
  const [year = 0, month = 0] = name.split('-').map(Number)
  const first = (at: number) => Math.round(Date.UTC(year, at, 1) / day)
  return { name, from: first(month - 1), to: first(month) }
}

/** Returns the month `count` months after that of this instant, or before it. */
export function monthAfter(at: string | number, count: number): Month {
  const date = new Date(new Date(at).getTime() + eightHours)
  const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1))
  return monthOf(target.toISOString().slice(0, 7))
}

export const nextMonth = ({ to }: Month): Month => monthOf(new Date(to * day).toISOString().slice(0, 7))
