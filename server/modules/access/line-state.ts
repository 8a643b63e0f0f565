import sql, { type Sql } from 'sql-template-tag'
import { addressCoolingDays, type LineState, lineExpiringDays, lineGraceDays } from '#contract/line-names.ts'

const soon = sql`now() + make_interval(days => ${lineExpiringDays}::integer)`

/** The state that is shown. Suspended and released take precedence over the time, and an end over a missing address. */
export const shownState = sql`case
  when line.state in ('suspended', 'released') then line.state
  when line.ends_at <= now() then 'expired'
  when line.state = 'active' and line.ends_at <= ${soon} then 'expiring'
  else line.state end`

/** The rows that each state is shown for; every row has exactly one. Each condition is a range of the index on state and end. */
export const inState: Record<LineState, Sql> = {
  unbound: sql`line.state = 'unbound' and line.ends_at > now()`,
  active: sql`line.state = 'active' and line.ends_at > ${soon}`,
  expiring: sql`line.state = 'active' and line.ends_at > now() and line.ends_at <= ${soon}`,
  expired: sql`line.state in ('unbound', 'active') and line.ends_at <= now()`,
  suspended: sql`line.state = 'suspended'`,
  released: sql`line.state = 'released'`,
}

/** Only usable lines may be given to a client: one that has ended is kept, not used. */
export const isUsable = sql`line.state = 'active' and line.ends_at > now()`

/** Matches a line that a refund has suspended: until the refund is decided nobody renews, resumes or releases it. */
export const isRefunding = sql`(line.state = 'suspended' and line.refund_suspended_at is not null)`

/** Matches a line that could be used until its end, and can be again once the end is moved. */
export const hasEnded = sql`line.state = 'active' and line.ends_at <= now()`

/** A line that was renewed or extended since its trial is like any other, and does not match. */
export const endsWithTrial = sql`(line.ends_at is not distinct from line.trial_ends_at)`

/** A line that ends with its trial has no grace. */
export const graceOf = sql`case when ${endsWithTrial} then interval '0'
  else make_interval(days => ${lineGraceDays}::integer) end`

/** The instant until which a line's address is kept; null before the line's end. */
export const graceEnd = sql`case when line.state <> 'released' and line.ends_at <= now()
  then line.ends_at + ${graceOf} end`

/** The instant from which an address that is given up now can be assigned to another company. */
export const coolUntil = sql`now() + make_interval(days => ${addressCoolingDays}::integer)`

/** The provider's suspension does not stop a line's time, so the line renews itself all the same. */
export const renewsItself = sql`line.auto_renew and line.state in ('unbound', 'active', 'suspended') and not ${isRefunding}`
