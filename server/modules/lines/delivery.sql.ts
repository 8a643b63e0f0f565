import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import type { LineAction } from '#contract/line-names.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { actorName } from '#server/engines/activity/context.ts'
import { hasEnded, isRefunding } from '#server/modules/access/line-state.ts'
import { isRenewed, renewedTime } from './renewed.sql.ts'
import { place } from './stock.sql.ts'

export interface NewLine {
  name: string
  sku_id: string
  region_id: string
  access_way_id: string
  bandwidth: number | null
  days: number
}

export interface Renewal {
  line_id: string
  days: number
  until: string | null
  old_ends_at: string
}

const changedLine = z.object({ line_id: id })
const movedEnd = changedLine.extend({ ends_at: instant })

export const insertLines = (database: Database, companyId: string, orderId: string, lines: NewLine[]) =>
  database.rows(changedLine)`
    insert into line (company_id, name, sku_id, region_id, access_way_id, bandwidth, ends_at, order_id)
    select ${companyId}, name, sku_id, region_id, access_way_id, bandwidth, now() + make_interval(days => days),
      ${orderId}
    from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as (name text, sku_id uuid, region_id uuid, access_way_id uuid, bandwidth integer, days integer))
      with ordinality as input (name, sku_id, region_id, access_way_id, bandwidth, days, place)
    order by place
    returning id as line_id`

/** The line ends with its trial. */
export const insertTrialLine = (
  database: Database,
  { companyId, trial_id, ends_at }: { companyId: string; trial_id: string; ends_at: string },
  { name, sku_id, region_id, access_way_id, bandwidth }: Omit<NewLine, 'days'>,
) =>
  database.rows(changedLine)`
    insert into line (company_id, name, sku_id, region_id, access_way_id, bandwidth, ends_at, trial_id, trial_ends_at)
    values (${companyId}, ${name}, ${sku_id}, ${region_id}, ${access_way_id}, ${bandwidth}, ${ends_at}, ${trial_id},
      ${ends_at})
    returning id as line_id`

const lockedLine = changedLine.extend({ has_ended: z.boolean() })

/** Locks lines in the order of their ids, as all code does. */
export const lockLines = (database: Database, companyId: string, ids: string[]) =>
  database.rows(lockedLine)`
    select id as line_id, ${hasEnded} as has_ended from line
    where company_id = ${companyId} and id = any(${ids}::uuid[]) order by id for no key update`

export const lockLinesOf = (database: Database, companyId: string, orderId: string) =>
  database.change`
    select from line where company_id = ${companyId} and order_id = ${orderId} order by id for no key update`

/**
 * A line runs to the chosen day if it still ends as it did at the choice, and otherwise that many days longer, from its end or from
 * now. Released lines, and those whose own order is being refunded, are not touched. The end is stored with the renewal, whose
 * unused days are counted from it.
 */
export const extendLines = (
  database: Database,
  { company_id, order_id }: { company_id: string; order_id: string },
  renewals: Renewal[],
) =>
  database.rows(movedEnd)`
    with extended as (update line set ends_at = case
        when input.until > now() and line.ends_at = input.old_ends_at then input.until
        else greatest(line.ends_at, now()) + make_interval(days => input.days) end
    from jsonb_to_recordset(${JSON.stringify(renewals)}::jsonb)
      as input (line_id uuid, days integer, until timestamptz(3), old_ends_at timestamptz(3))
    where company_id = ${company_id} and line.id = input.line_id and state <> 'released'
      and not ${isRefunding}
    returning line.id as line_id, line.ends_at)
    insert into renewal_end (company_id, order_id, line_id, ends_at)
    select ${company_id}, ${order_id}, line_id, ends_at from extended
    returning line_id, ends_at`

/** The days that a renewal added to its lines. */
const givenBy = (companyId: string, orderId: string) => sql`(
  select item.line_id, ${renewedTime} as given from order_item item
  left join renewal_end on renewal_end.company_id = ${companyId} and renewal_end.order_id = item.order_id
    and renewal_end.line_id = item.line_id
  where item.company_id = ${companyId} and item.order_id = ${orderId}
) as input`

/** A line is shortened only if all of the bought days still lie ahead. */
export const shortenLines = (database: Database, companyId: string, orderId: string) =>
  database.rows(movedEnd)`
    update line set ends_at = line.ends_at - input.given
    from ${givenBy(companyId, orderId)}
    where company_id = ${companyId} and line.id = input.line_id and state <> 'released'
      and line.ends_at - input.given >= now()
    returning line.id as line_id, line.ends_at`

/** Restores what `shortenLines` took. */
export const lengthenLines = (database: Database, companyId: string, orderId: string) =>
  database.rows(movedEnd)`
    update line set ends_at = line.ends_at + input.given
    from ${givenBy(companyId, orderId)}
    where company_id = ${companyId} and line.id = input.line_id and state <> 'released'
    returning line.id as line_id, line.ends_at`

/** Suspends only lines of the order that never had an address. */
export const suspendUnused = (database: Database, companyId: string, orderId: string, reason: string) =>
  database.rows(changedLine)`
    update line set state = 'suspended', suspend_reason = ${reason}, refund_suspended_at = now()
    where company_id = ${companyId} and order_id = ${orderId} and state = 'unbound' and bound_at is null
    returning id as line_id`

const releasedLine = changedLine.extend(place.shape)

export const releaseUnused = (database: Database, companyId: string, orderId: string) =>
  database.rows(releasedLine)`
    update line set state = 'released', suspend_reason = null, refund_suspended_at = null, released_at = now()
    where company_id = ${companyId} and order_id = ${orderId} and ${isRefunding}
    returning id as line_id, region_id, access_way_id`

export const placesOf = (database: Database, companyId: string, orderId: string) =>
  database.rows(place)`
    select distinct region_id, access_way_id from line where company_id = ${companyId} and order_id = ${orderId}`

/** Reports whether one of the order's lines was renewed. */
export const hasRenewed = (database: Database, companyId: string, orderId: string) =>
  holds(
    database,
    sql`exists (
      select from line where line.company_id = ${companyId} and line.order_id = ${orderId} and ${isRenewed(companyId)})`,
  )

export const insertLineLog = (
  database: Database,
  companyId: string,
  entries: { line_id: string; action: LineAction; detail: string }[],
) =>
  database.change`
    insert into line_log (company_id, line_id, action, actor_name, detail)
    select ${companyId}, line_id, action, ${actorName()}, detail
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as input (line_id uuid, action text, detail text)`
