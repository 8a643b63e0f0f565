import sql from 'sql-template-tag'
import type { LineAction } from '#contract/line-names.ts'
import type { Database } from '../database/database.ts'
import type { NewLine, Renewal } from './delivery.ts'

export const insertLines = (database: Database, companyId: string, orderId: string, lines: NewLine[]) =>
  database.rows<{ id: string; name: string }>(sql`
    insert into line (company_id, name, sku_id, region_id, access_way_id, bandwidth, ends_at, order_id)
    select ${companyId}, name, sku_id, region_id, access_way_id, bandwidth, now() + make_interval(days => days), ${orderId}
    from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as (name text, sku_id uuid, region_id uuid, access_way_id uuid, bandwidth integer, days integer))
      with ordinality as given (name, sku_id, region_id, access_way_id, bandwidth, days, place)
    order by place
    returning id, name`)

/** In the order of their ids. */
export const lockLines = (database: Database, companyId: string, ids: string[]) =>
  database.change(sql`
    select from line where company_id = ${companyId} and id = any(${ids}::uuid[]) order by id for no key update`)

export const lockLinesOf = (database: Database, companyId: string, orderId: string) =>
  database.change(sql`
    select from line where company_id = ${companyId} and order_id = ${orderId} order by id for no key update`)

/**
 * To the day that was chosen, where the line still ends as it did then; else as many days from its end, or from now.
 * Released lines, and those whose own order is being given back, are not touched.
 */
export const extendLines = (database: Database, companyId: string, renewals: Renewal[], refundReason: string) =>
  database.rows<{ id: string; ends_at: Date }>(sql`
    update line set ends_at = case
        when given.until > now() and line.ends_at = given.old_ends_at then given.until
        else greatest(line.ends_at, now()) + make_interval(days => given.days) end
    from jsonb_to_recordset(${JSON.stringify(renewals)}::jsonb)
      as given (line_id uuid, days integer, until timestamptz(3), old_ends_at timestamptz(3))
    where company_id = ${companyId} and line.id = given.line_id and state <> 'released'
      and suspend_reason is distinct from ${refundReason}
    returning line.id, line.ends_at`)

/** Only where all of what was bought lies ahead still. */
export const shortenLines = (database: Database, companyId: string, renewals: Renewal[]) =>
  database.rows<{ id: string; ends_at: Date }>(sql`
    update line set ends_at = line.ends_at - given.bought
    from (
      select line_id, case when until is null then make_interval(days => days) else until - old_ends_at end as bought
      from jsonb_to_recordset(${JSON.stringify(renewals)}::jsonb)
        as renewal (line_id uuid, days integer, until timestamptz(3), old_ends_at timestamptz(3))
    ) as given
    where company_id = ${companyId} and line.id = given.line_id and state <> 'released'
      and line.ends_at - given.bought >= now()
    returning line.id, line.ends_at`)

/** What `shortenLines` took. */
export const lengthenLines = (database: Database, companyId: string, renewals: Renewal[]) =>
  database.rows<{ id: string; ends_at: Date }>(sql`
    update line set ends_at = line.ends_at
      + case when until is null then make_interval(days => given.days) else given.until - given.old_ends_at end
    from jsonb_to_recordset(${JSON.stringify(renewals)}::jsonb)
      as given (line_id uuid, days integer, until timestamptz(3), old_ends_at timestamptz(3))
    where company_id = ${companyId} and line.id = given.line_id and state <> 'released'
    returning line.id, line.ends_at`)

/** Lines of an order that never had an address. */
export const suspendUnused = (database: Database, companyId: string, orderId: string, reason: string) =>
  database.rows<{ id: string }>(sql`
    update line set state = 'suspended', suspend_reason = ${reason}
    where company_id = ${companyId} and order_id = ${orderId} and state = 'unbound' and bound_at is null
    returning id`)

export const resumeUnused = (database: Database, companyId: string, orderId: string, reason: string) =>
  database.rows<{ id: string }>(sql`
    update line set state = 'unbound', suspend_reason = null
    where company_id = ${companyId} and order_id = ${orderId} and state = 'suspended' and suspend_reason = ${reason}
    returning id`)

export const releaseUnused = (database: Database, companyId: string, orderId: string, reason: string) =>
  database.rows<{ id: string; region_id: string; access_way_id: string }>(sql`
    update line set state = 'released', suspend_reason = null, released_at = now()
    where company_id = ${companyId} and order_id = ${orderId} and state = 'suspended' and suspend_reason = ${reason}
    returning id, region_id, access_way_id`)

export const placesOf = (database: Database, companyId: string, orderId: string) =>
  database.rows<{ region_id: string; access_way_id: string }>(sql`
    select distinct region_id, access_way_id from line where company_id = ${companyId} and order_id = ${orderId}`)

/** A renewal of one of an order's lines that was paid and not given back. */
export const isRenewed = async (database: Database, companyId: string, orderId: string) =>
  (
    await database.row<{ renewed: boolean }>(sql`
      select exists (
        select from line
        join order_item on order_item.company_id = ${companyId} and order_item.line_id = line.id
        join shop_order on shop_order.company_id = ${companyId} and shop_order.id = order_item.order_id
        where line.company_id = ${companyId} and line.order_id = ${orderId}
          and shop_order.state in ('paid', 'fulfilled', 'refunding')
      ) as renewed`)
  )?.renewed ?? false

export const insertLineLog = (
  database: Database,
  companyId: string,
  entries: { line_id: string; action: LineAction; actor_name: string; detail: string }[],
) =>
  database.change(sql`
    insert into line_log (company_id, line_id, action, actor_name, detail)
    select ${companyId}, line_id, action, actor_name, detail
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as given (line_id uuid, action text, actor_name text, detail text)`)
