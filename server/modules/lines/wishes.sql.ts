import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { values } from '#server/database/values.ts'

/** The buyer's choices for one line of an order. */
const lineWish = z.object({
  position: z.int(),
  name: z.string().nullable(),
  address_id: id.nullable(),
  address: z.string().nullable(),
  group_id: id.nullable(),
})
export type LineWish = z.output<typeof lineWish>

const types = { position: 'integer', name: 'text', address_id: 'uuid', address: 'text', group_id: 'uuid' }

/** Sent with the statement that places the order; `placed` has its company_id and id. */
export const wishInsertion = (placed: Sql, wishes: LineWish[]) => sql`
  insert into line_wish (company_id, order_id, position, name, address_id, address, group_id)
  select company_id, id, position, name, address_id, address, group_id from ${placed}, ${values(wishes, types)}`

export const wishesOf = (database: Database, companyId: string, orderId: string) =>
  database.rows(lineWish)`
    select ${selectList(lineWish)} from line_wish
    where company_id = ${companyId} and order_id = ${orderId} order by position`

/** Records which line fulfils which wish. A wish for a name alone is kept with the line itself. */
export const setLines = (
  transaction: Database,
  companyId: string,
  orderId: string,
  lines: { position: number; line_id: string }[],
) =>
  transaction.change`
    update line_wish set line_id = input.line_id,
      settled_at = case when address_id is null and group_id is null then now() end
    from ${values(lines, { position: 'integer', line_id: 'uuid' })}
    where company_id = ${companyId} and order_id = ${orderId} and line_wish.position = input.position`

const openWish = lineWish.omit({ name: true }).extend({ line_id: id, order_number: z.string(), buyer_name: z.string() })
export type OpenWish = z.output<typeof openWish>

/** Guard: of two jobs for one order the second waits here, and then finds nothing open. */
export const lockOpenWishes = (transaction: Database, companyId: string, orderId: string) =>
  transaction.rows(openWish)`
    select position, address_id, address, group_id, line_id, shop_order.number as order_number, buyer_name
    from line_wish
    join shop_order on shop_order.company_id = ${companyId} and shop_order.id = ${orderId}
    where line_wish.company_id = ${companyId} and order_id = ${orderId} and line_id is not null and settled_at is null
    order by position for no key update of line_wish`

export const settleWishes = (
  transaction: Database,
  companyId: string,
  orderId: string,
  wishes: { position: number; unkept: string }[],
) =>
  transaction.change`
    update line_wish set settled_at = now(), unkept = input.unkept
    from ${values(wishes, { position: 'integer', unkept: 'text' })}
    where company_id = ${companyId} and order_id = ${orderId} and line_wish.position = input.position`

const freeAddress = z.object({ address_id: id, address: z.string(), region_id: id, access_way_id: id })

/** An address that is free now may be another line's once the order is paid. */
export const freeAddresses = (system: Database, ids: string[]) =>
  system.rows(freeAddress)`
    select id as address_id, host(address) as address, region_id, access_way_id from ip_address
    where id = any(${ids}::uuid[]) and state = 'free'`
