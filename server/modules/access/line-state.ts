import sql, { type Sql } from 'sql-template-tag'
import { addressCoolingDays, type LineState, lineExpiringDays, lineGraceDays } from '#contract/line-names.ts'

const soon = sql`now() + make_interval(days => ${lineExpiringDays}::integer)`

/**
 * The state that is shown. Suspended and released say more than the time does, and an end says more than a missing
 * address.
 */
export const shownState = sql`case
  when line.state in ('suspended', 'released') then line.state
  when line.ends_at <= now() then 'expired'
  when line.state = 'active' and line.ends_at <= ${soon} then 'expiring'
  else line.state end`

/** Each state is shown for these rows, and every row has exactly one. Each is a range of the index on state and end. */
export const inState: Record<LineState, Sql> = {
  unbound: sql`line.state = 'unbound' and line.ends_at > now()`,
  active: sql`line.state = 'active' and line.ends_at > ${soon}`,
  expiring: sql`line.state = 'active' and line.ends_at > now() and line.ends_at <= ${soon}`,
  expired: sql`line.state in ('unbound', 'active') and line.ends_at <= now()`,
  suspended: sql`line.state = 'suspended'`,
  released: sql`line.state = 'released'`,
}

/** Only such a line may be given to a client: one that has ended is kept, not used. */
export const isUsable = sql`line.state = 'active' and line.ends_at > now()`

/** A refund has suspended such a line and decides over it: until then nobody renews, resumes or releases it. */
export const isRefunding = sql`(line.state = 'suspended' and line.refund_suspended_at is not null)`

/** Such a line could be used until its end, and can be again once the end is moved. */
export const hasEnded = sql`line.state = 'active' and line.ends_at <= now()`

/** A line that was renewed or extended since its trial is like any other. */
export const endsWithTrial = sql`(line.ends_at is not distinct from line.trial_ends_at)`

/** A line that ends with its trial has no grace. */
export const graceOf = sql`case when ${endsWithTrial} then interval '0'
  else make_interval(days => ${lineGraceDays}::integer) end`

/** Until when a line's address is kept; null before the line's end. */
export const graceEnd = sql`case when line.state <> 'released' and line.ends_at <= now()
  then line.ends_at + ${graceOf} end`

/** An address that is given up now can be somebody else's from this instant on. */
export const coolUntil = sql`now() + make_interval(days => ${addressCoolingDays}::integer)`

/** The provider's suspension leaves a line's time running, so that it renews itself all the same. */
export const renewsItself = sql`line.auto_renew and line.state in ('unbound', 'active', 'suspended') and not ${isRefunding}`
