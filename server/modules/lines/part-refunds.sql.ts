import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { values } from '#server/database/values.ts'
import { coolUntil, isRefunding } from '#server/modules/access/line-state.ts'
import { daysTaken, timeOfDays } from './renewed.sql.ts'
import { place } from './stock.sql.ts'

const changedLine = z.object({ line_id: id })
const movedEnd = changedLine.extend({ ends_at: instant })

interface Renewing {
  company_id: string
  order_id: string
}

export interface TakenDays {
  line_id: string
  days: number
}

/** Suspends lines whether they have an address or not; those that are suspended already are left out. */
export const suspendLines = (database: Database, companyId: string, ids: string[], reason: string) =>
  database.rows(changedLine)`
    update line set state = 'suspended', suspend_reason = ${reason}, refund_suspended_at = now()
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and state in ('unbound', 'active')
    returning id as line_id`

/** What a rejected refund restores: the line, and the time for which it was suspended. */
const resumed = sql`state = case when ip_address_id is null then 'unbound' else 'active' end, suspend_reason = null,
  refund_suspended_at = null, ends_at = ends_at + (now() - refund_suspended_at), paused = paused + (now() - refund_suspended_at)`

export const resumeLines = (database: Database, companyId: string, ids: string[]) =>
  database.rows(movedEnd)`
    update line set ${resumed}
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and ${isRefunding}
    returning id as line_id, ends_at`

export const resumeUnused = (database: Database, companyId: string, orderId: string) =>
  database.rows(movedEnd)`
    update line set ${resumed}
    where company_id = ${companyId} and order_id = ${orderId} and ${isRefunding}
    returning id as line_id, ends_at`

const endedLine = changedLine.extend(place.shape).extend({ address_id: id.nullable() })

/** Ends lines that a refund has suspended, and returns the address that each had. */
export const endLines = (database: Database, companyId: string, ids: string[]) =>
  database.rows(endedLine)`
    with before as (
      select id, ip_address_id from line
      where company_id = ${companyId} and id = any(${ids}::uuid[]) and ${isRefunding}
      order by id for no key update
    )
    update line set state = 'released', suspend_reason = null, refund_suspended_at = null, ip_address_id = null, released_at = now()
    from before where line.company_id = ${companyId} and line.id = before.id
    returning line.id as line_id, line.region_id, line.access_way_id, before.ip_address_id as address_id`

export const placesOfLines = (database: Database, companyId: string, ids: string[]) =>
  database.rows(place)`
    select distinct region_id, access_way_id from line where company_id = ${companyId} and id = any(${ids}::uuid[])`

export const coolAddressesOf = (transaction: Database, ids: string[]) =>
  transaction.change`
    update ip_address set state = 'cooling', free_at = ${coolUntil}
    where id = any(${ids}::uuid[]) and state = 'bound'`

/**
 * The time that refunded days of a renewal amount to, behind those that its other refunds have taken. This refund is not among the
 * standing ones: it is not recorded yet, or was rejected.
 */
const timeOf = (companyId: string, orderId: string, taken: TakenDays[]) => sql`(
  select item.line_id, ${timeOfDays(sql`others.days + taken.days`)} - ${timeOfDays(sql`others.days`)} as time
  from order_item item
  join (select line_id, days from ${values(taken, { line_id: 'uuid', days: 'integer' })}) as taken on taken.line_id = item.line_id
  left join renewal_end on renewal_end.company_id = ${companyId} and renewal_end.order_id = item.order_id
    and renewal_end.line_id = item.line_id
  cross join lateral (select ${daysTaken(companyId, sql`item.order_id`, sql`item.line_id`)} as days) as others
  where item.company_id = ${companyId} and item.order_id = ${orderId}
) as input`

/** Takes days from the end of lines. Guard: none of them has begun, and no other refund holds the line. */
export const takeDaysOff = (database: Database, { company_id, order_id }: Renewing, taken: TakenDays[]) =>
  database.rows(movedEnd)`
    update line set ends_at = line.ends_at - input.time
    from ${timeOf(company_id, order_id, taken)}
    where company_id = ${company_id} and line.id = input.line_id and state <> 'released'
      and not ${isRefunding} and line.ends_at - input.time >= now()
    returning line.id as line_id, line.ends_at`

/** Returns the lines that renewed themselves until now. */
export const turnRenewingOff = (database: Database, companyId: string, ids: string[]) =>
  database.rows(changedLine)`
    update line set auto_renew = false where company_id = ${companyId} and id = any(${ids}::uuid[]) and auto_renew
    returning id as line_id`

/** Restores what `takeDaysOff` took. */
export const putDaysBack = (database: Database, { company_id, order_id }: Renewing, taken: TakenDays[]) =>
  database.rows(movedEnd)`
    update line set ends_at = line.ends_at + input.time
    from ${timeOf(company_id, order_id, taken)}
    where company_id = ${company_id} and line.id = input.line_id and state <> 'released'
    returning line.id as line_id, line.ends_at`
