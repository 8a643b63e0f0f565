import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { values } from '#server/database/values.ts'
import { actorName } from '#server/engines/activity/context.ts'
import { coolUntil, graceOf, isRefunding } from '#server/modules/access/line-state.ts'
import { type Place, place } from './stock.sql.ts'

/** An uncompleted refund has taken back a renewal of the line, which may be restored. */
const isUndecided = sql`exists (
  select from order_item renewed
  join shop_order on shop_order.company_id = renewed.company_id and shop_order.id = renewed.order_id
  join refund on refund.company_id = renewed.company_id and refund.order_id = renewed.order_id
  where renewed.company_id = line.company_id and renewed.line_id = line.id and shop_order.kind = 'renewal'
    and refund.state in ('asked', 'sending', 'failed')
    and (refund.kind = 'requested' or exists (select from refund_item
      where refund_item.company_id = refund.company_id and refund_item.refund_id = refund.id and refund_item.line_id = line.id)))`

/** A line is kept past its grace only while a refund decides about it, as its days may come back. */
const isOver = sql`line.state in ('unbound', 'active', 'suspended')
  and line.ends_at <= now() and line.ends_at <= now() - ${graceOf}
  and not ${isRefunding} and not ${isUndecided}`

const lineOver = place.extend({ company_id: id, line_id: id })
export type LineOver = z.output<typeof lineOver>

/** Returns lines whose grace is over, with exceptions, the earliest first, by the index on the end of all companies' lines. */
export const linesOver = (system: Database, except: string[], limit: number) =>
  system.rows(lineOver)`
    select ${selectList(lineOver, { line_id: 'id' })}
    from line where ${isOver} and line.id <> all(${except}::uuid[]) order by ends_at, id limit ${limit}`

const lockedLine = lineOver.pick({ line_id: true })

/** Locks all of them before any is changed, in the order in which all code locks lines. */
export const lockOver = (transaction: Database, ids: string[]) =>
  transaction.rows(
    lockedLine,
  )`select id as line_id from line where id = any(${ids}::uuid[]) and ${isOver} order by id for no key update`

const released = lineOver.extend({ name: z.string(), address_id: id.nullable() })

/** Each line is released once, and one that was renewed or released since is left alone. */
export const releaseOver = (transaction: Database, ids: string[]) =>
  transaction.rows(released)`
    with before as (
      select company_id, id, ip_address_id from line
      where id = any(${ids}::uuid[]) and ${isOver} order by id for no key update
    )
    update line set state = 'released', suspend_reason = null, ip_address_id = null, released_at = now()
    from before where line.company_id = before.company_id and line.id = before.id
    returning line.company_id, line.id as line_id, line.name, line.region_id, line.access_way_id,
      before.ip_address_id as address_id`

export const coolAddresses = (transaction: Database, ids: string[]) =>
  transaction.change`
    update ip_address set state = 'cooling', free_at = ${coolUntil}
    where id = any(${ids}::uuid[]) and state = 'bound'`

export const logReleases = (transaction: Database, lines: LineOver[], detail: string) =>
  transaction.change`
    insert into line_log (company_id, line_id, action, actor_name, detail)
    select company_id, line_id, 'released', ${actorName()}, ${detail}
    from ${values(lines, { company_id: 'uuid', line_id: 'uuid' })}`

/** Returns the places where addresses have cooled. */
export const cooledPlaces = (system: Database) =>
  system.rows(
    place,
  )`select distinct region_id, access_way_id from ip_address where state = 'cooling' and free_at <= now()`

/** The addresses are of one place, whose stock must be locked because the trigger counts them there. */
export const freeCooled = (transaction: Database, { region_id, access_way_id }: Place, limit: number) =>
  transaction.change`
    update ip_address set state = 'free', free_at = null where id in (
      select id from ip_address
      where state = 'cooling' and free_at <= now() and region_id = ${region_id} and access_way_id = ${access_way_id}
      limit ${limit} for no key update skip locked)`
