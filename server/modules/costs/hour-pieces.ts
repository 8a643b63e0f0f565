import { type Entry, eventsOf } from './hour-events.ts'
import type { Bought } from './line-pieces.ts'
import { amountBetween, dayNumber, type Piece } from './spread.ts'

interface Person {
  /** The first day after the person's last. */
  end: number
  pieces: Piece[]
  /** Days that are reserved until the person agrees. */
  held: { days: number; fen: number }[]
}

export interface Hours {
  people: Map<string, Piece[]>
  /** Refunds of days that had been used already. */
  corrections: Piece[]
  /** The contents of the balance. */
  balance: { days: number; fen: number }
}

/**
 * Prices each assigned day at the average cost of a day in the balance at that time: the sum paid over the days that are there,
 * gifts included. Returned days take their cost back with them.
 */
export function hourPieces(
  orders: readonly Bought[],
  entries: readonly Entry[],
  joins: ReadonlyMap<string, readonly string[]>,
): Hours {
  const balance = { days: 0, fen: 0 }
  const people = new Map<string, Person>()
  const corrections: Piece[] = []
  const personOf = (id: string): Person => {
    const existing = people.get(id)
    if (existing) return existing
    const made: Person = { end: 0, pieces: [], held: [] }
    people.set(id, made)
    return made
  }
  const joinsOf = new Map([...joins].map(([id, all]) => [id, all.map(at => Date.parse(at)).sort((a, b) => a - b)]))

  for (const event of eventsOf(orders, entries, joinsOf))
    if (event.kind === 'paid') balance.fen += event.fen
    else if (event.kind === 'refunded') {
      const taken = Math.min(event.fen, balance.fen)
      balance.fen -= taken
      if (event.fen > taken) corrections.push({ fen: taken - event.fen, from: dayNumber(event.at), days: 1 })
    } else if (event.kind === 'joined') {
      const person = personOf(event.employeeId)
      for (const { days, fen } of person.held.splice(0)) begin(person, { days, fen }, event.at)
    } else {
      const { days, employee_id: id } = event.entry
      if (id === null) balance.days = Math.max(0, balance.days + days)
      else if (days < 0) {
        const taken = take(balance, -days)
        const person = personOf(id)
        if (isWaiting(joinsOf.get(id), event.at)) person.held.push(taken)
        else begin(person, taken, event.at)
      } else {
        balance.days += days
        balance.fen += giveUp(personOf(id), days)
      }
    }
  return { people: new Map([...people].map(([id, { pieces }]) => [id, pieces])), corrections, balance }
}

/** A person with only a later agreement has yet to agree. People who never needed one are members from the beginning. */
const isWaiting = (joins: readonly number[] | undefined, at: number): boolean =>
  joins !== undefined && !joins.some(joined => joined <= at)

function take(balance: { days: number; fen: number }, days: number): { days: number; fen: number } {
  const fen = days >= balance.days ? balance.fen : Math.round(balance.fen * (days / balance.days))
  balance.days = Math.max(0, balance.days - days)
  balance.fen -= fen
  return { days, fen }
}

function begin(person: Person, { days, fen }: { days: number; fen: number }, at: number): void {
  const from = Math.max(person.end, dayNumber(at))
  person.pieces.push({ fen, from, days })
  person.end = from + days
}

/** Removes the last days and returns their cost. The remaining days keep their earlier amounts. */
function giveUp(person: Person, count: number): number {
  let [days, fen] = [count, 0]
  while (days > 0 && person.held.length) {
    const last = person.held.pop()
    if (!last) break
    const kept = Math.max(0, last.days - days)
    const left = Math.round(last.fen * (kept / last.days))
    if (kept) person.held.push({ days: kept, fen: left })
    days -= last.days - kept
    fen += last.fen - left
  }
  while (days > 0) {
    const last = person.pieces.pop()
    if (!last) break
    const until = last.until ?? last.from + last.days
    const end = Math.max(last.from, until - days)
    fen += amountBetween(last, end, until)
    days -= until - end
    // Earlier pieces end where this one began, or before it.
    person.end = end
    if (end > last.from) person.pieces.push({ ...last, until: end })
  }
  return fen
}
