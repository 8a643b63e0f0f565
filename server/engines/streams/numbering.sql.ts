import sql, { type Sql } from 'sql-template-tag'

/** Hours that a change may take until it commits; its entry is numbered afterwards. Every timeout of the portal is shorter. */
const latestHours = 1

/**
 * Returns the least id that an entry without a number can have. `newest` selects the time of the newest numbered entry, without those
 * of the future: a clock that was ahead for a while has dated them, and what is written since would never be numbered.
 */
export const leastUnnumbered = (newest: Sql): Sql => sql`(
  -- The first 48 bits of an id are its time in milliseconds.
  select (lpad(to_hex((extract(epoch from coalesce((${newest}), 'epoch'::timestamptz + interval '1 day')
    - make_interval(hours => ${latestHours})) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid)`

/** Returns the number after which the next ones are given. `last` selects the last one, or null. */
export const numberAfter = (last: Sql): Sql => sql`greatest((${last}), restored_log_number())`
