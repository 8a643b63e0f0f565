import type { z } from 'zod'
import type { ActivityName } from '#contract/activity-names.ts'
import { id, instant } from '#contract/fields.ts'
import { getOrderDetailByOrderId } from '#contract/orders.ts'
import { order } from '#contract/records/order.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { actorName } from '#server/engines/activity/context.ts'
import { orderColumns } from './list.sql.ts'

/** An order with what its changes need. */
export const ownOrder = order.schema
  .pick({
    order_id: true,
    order_number: true,
    kind: true,
    product: true,
    state: true,
    subject: true,
    payable: true,
    returned_amount: true,
    refunded_amount: true,
    pays_until: true,
    paid_at: true,
    hidden: true,
  })
  .extend({ company_id: id, account_id: id, coupon_id: id.nullable() })
export type Order = z.output<typeof ownOrder>

const columns = selectList(ownOrder, orderColumns)

export const findOrder = (database: Database, companyId: string, orderId: string) =>
  database.row(ownOrder)`select ${columns} from shop_order where company_id = ${companyId} and id = ${orderId}`

/** Locks the order so that rows that refer to it, payments among them, can still be written meanwhile. */
export const findForUpdate = (transaction: Database, companyId: string, orderId: string) =>
  transaction.row(
    ownOrder,
  )`select ${columns} from shop_order where company_id = ${companyId} and id = ${orderId} for no key update`

/** The ordered items, as far as delivering needs them. */
const orderedItem = getOrderDetailByOrderId.output.shape.items.element
  .pick({
    sku_id: true,
    region_name: true,
    bandwidth: true,
    days: true,
    quantity: true,
    svp_id: true,
    old_ends_at: true,
  })
  .extend({
    region_id: id.nullable(),
    access_way_id: id.nullable(),
    /** The day up to which a line is renewed; null where it is renewed for its days. */
    until: instant.nullable(),
  })
export type Item = z.output<typeof orderedItem>

export const itemsOf = (database: Database, companyId: string, orderId: string) =>
  database.rows(orderedItem)`
    select ${selectList(orderedItem, { svp_id: 'line_id' })}
    from order_item where company_id = ${companyId} and order_id = ${orderId} order by position`

type Changed = Pick<Order, 'company_id' | 'order_id'>

/** Returns zero when the order is no longer in the expected state, which guards every race for its state. */
export const setPaid = (transaction: Database, { company_id, order_id, state }: Order, paidAt: string) =>
  transaction.change`
    update shop_order set state = 'paid', paid_at = ${paidAt}, ended_at = null, hidden = false
    where company_id = ${company_id} and id = ${order_id} and state = ${state}`

export const setFulfilled = (transaction: Database, { company_id, order_id }: Changed, from: 'paid' | 'refunding') =>
  transaction.change`
    update shop_order set state = 'fulfilled', fulfilled_at = coalesce(fulfilled_at, now())
    where company_id = ${company_id} and id = ${order_id} and state = ${from}`

/** It is guarded like `setPaid`. */
export const setRefunding = (transaction: Database, { company_id, order_id }: Changed) =>
  transaction.change`
    update shop_order set state = 'refunding' where company_id = ${company_id} and id = ${order_id} and state = 'fulfilled'`

/** It is guarded like `setPaid`. */
export const setEnded = (
  transaction: Database,
  { company_id, order_id }: Changed,
  from: 'pending' | 'refunding',
  to: 'cancelled' | 'closed' | 'refunded',
) =>
  transaction.change`
    update shop_order set state = ${to}, ended_at = now()
    where company_id = ${company_id} and id = ${order_id} and state = ${from}`

/**
 * Counts an amount as requested back, and returns zero when less than that is left of what was paid: the guard of every race of two
 * refunds of one order.
 */
export const claimReturn = (transaction: Database, { company_id, order_id }: Changed, amount: number) =>
  transaction.change`
    update shop_order set returned_amount = returned_amount + ${amount}::bigint
    where company_id = ${company_id} and id = ${order_id} and state in ('fulfilled', 'refunding')
      and returned_amount + ${amount}::bigint <= payable`

/** Releases the amount of a requested refund that is not paid. */
export const dropReturn = (transaction: Database, { company_id, order_id }: Changed, amount: number) =>
  transaction.change`
    update shop_order set returned_amount = returned_amount - ${amount}::bigint
    where company_id = ${company_id} and id = ${order_id}`

/** Counts a requested refund as paid. This comes before the order's state, which has to agree with it. */
export const setReturned = (transaction: Database, { company_id, order_id }: Changed, amount: number) =>
  transaction.change`
    update shop_order set refunded_amount = refunded_amount + ${amount}::bigint
    where company_id = ${company_id} and id = ${order_id}`

/** Hides an order that has ended from the lists. */
export const setHidden = (company: Database, companyId: string, orderId: string) =>
  company.change`
    update shop_order set hidden = true
    where company_id = ${companyId} and id = ${orderId} and not hidden
      and state in ('cancelled', 'closed', 'refunded')`

export interface Step extends Record<'from' | 'to', Order['state']> {
  note?: string
  /** The entry in the company's activity of a step that its state alone does not tell. */
  activity?: ActivityName
}

export const insertEvents = (transaction: Database, { company_id, order_id }: Changed, steps: Step[]) =>
  transaction.change`
    insert into order_event (company_id, order_id, from_state, to_state, actor_name, note)
    select ${company_id}, ${order_id}, from_state, to_state, ${actorName()}, note
    from unnest(${steps.map(({ from }) => from)}::text[], ${steps.map(({ to }) => to)}::text[],
      ${steps.map(({ note = '' }) => note)}::text[]) with ordinality as step (from_state, to_state, note, place)
    order by place`
