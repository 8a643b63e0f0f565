import sql, { type Sql } from 'sql-template-tag'
import { addressCoolingDays, type LineState, lineExpiringDays, lineGraceDays } from '#contract/line-names.ts'

const day = 86_400_000

export interface LineFacts {
  state: 'unbound' | 'active' | 'suspended' | 'released'
  ends_at: Date
}

/** As shown. Suspended and released say more than the time does; an end says more than a missing address. */
export function shownState({ state, ends_at }: LineFacts, now = Date.now()): LineState {
  if (state === 'suspended' || state === 'released') return state
  const left = ends_at.getTime() - now
  if (left <= 0) return 'expired'
  return state === 'active' && left <= lineExpiringDays * day ? 'expiring' : state
}

const soon = sql`now() + make_interval(days => ${lineExpiringDays}::integer)`

/** Which rows are shown as each state: every row as exactly one. Each is a range of the index on state and end. */
export const inState: Record<LineState, Sql> = {
  unbound: sql`line.state = 'unbound' and line.ends_at > now()`,
  active: sql`line.state = 'active' and line.ends_at > ${soon}`,
  expiring: sql`line.state = 'active' and line.ends_at > now() and line.ends_at <= ${soon}`,
  expired: sql`line.state in ('unbound', 'active') and line.ends_at <= now()`,
  suspended: sql`line.state = 'suspended'`,
  released: sql`line.state = 'released'`,
}

/** A line that a client may be given: what has ended is only kept, not used. */
export const isUsable = sql`line.state = 'active' and line.ends_at > now()`

/** Until when its address is kept; null before its end. */
export const graceEnd = ({ state, ends_at }: LineFacts, now = Date.now()): Date | null =>
  state === 'released' || ends_at.getTime() > now ? null : new Date(ends_at.getTime() + lineGraceDays * day)

/** When an address that is given up now can be somebody else's. */
export const coolUntil = sql`now() + make_interval(days => ${addressCoolingDays}::integer)`
