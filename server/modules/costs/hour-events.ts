import type { Bought } from './line-pieces.ts'

/** An entry of the ledger of person-days; `days` is the balance's gain. */
export interface Entry {
  days: number
  employee_id: string | null
  at: string
}

interface Moment {
  at: number
  /** The order of events at one instant: money comes first. */
  rank: number
}

type Event =
  | (Moment & { kind: 'paid'; fen: number })
  | (Moment & { kind: 'refunded'; fen: number })
  | (Moment & { kind: 'entry'; entry: Entry })
  | (Moment & { kind: 'joined'; employeeId: string })

export function eventsOf(
  orders: readonly Bought[],
  entries: readonly Entry[],
  joins: ReadonlyMap<string, readonly number[]>,
): Event[] {
  const events: Event[] = entries.map(entry => ({ kind: 'entry', at: Date.parse(entry.at), rank: 2, entry }))
  for (const { product, payable, fulfilled_at, refunds } of orders) {
    if (product !== 'hours') continue
    events.push({ kind: 'paid', at: Date.parse(fulfilled_at), rank: 0, fen: payable })
    for (const { amount, at } of refunds) events.push({ kind: 'refunded', at: Date.parse(at), rank: 1, fen: amount })
  }
  for (const [employeeId, all] of joins) for (const at of all) events.push({ kind: 'joined', at, rank: 3, employeeId })
  // The sort is stable, so that the ledger's entries stay in its order.
  return events.sort((one, other) => one.at - other.at || one.rank - other.rank)
}
