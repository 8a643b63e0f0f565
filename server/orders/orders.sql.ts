import sql from 'sql-template-tag'
import type { OrderState } from '#contract/shop.ts'
import type { Database } from '../database/database.ts'

/** An order as those see it who change it. */
export interface Order {
  company_id: string
  id: string
  number: string
  account_id: string
  kind: 'purchase' | 'renewal'
  product: 'hours' | 'line'
  state: OrderState
  subject: string
  payable: number
  coupon_id: string | null
  pays_until: Date
  paid_at: Date | null
  /** Deleted by its company, once it had ended. */
  hidden: boolean
}

const orderColumns = sql`company_id, id, number, account_id, kind, product, state, subject, payable, coupon_id, pays_until, paid_at,
  hidden`

export const findOrder = (database: Database, companyId: string, orderId: string) =>
  database.row<Order>(sql`select ${orderColumns} from shop_order where company_id = ${companyId} and id = ${orderId}`)

/** What refers to the order, payments among them, can still be written beside it. */
export const findForUpdate = (transaction: Database, companyId: string, orderId: string) =>
  transaction.row<Order>(sql`
    select ${orderColumns} from shop_order where company_id = ${companyId} and id = ${orderId} for no key update`)

export interface Item {
  sku_id: string
  name: string
  region_id: string | null
  region_name: string | null
  access_way_id: string | null
  bandwidth: number | null
  days: number
  quantity: number
  line_id: string | null
  old_ends_at: Date | null
  until: Date | null
}

export const itemsOf = (database: Database, companyId: string, orderId: string) =>
  database.rows<Item>(sql`
    select sku_id, name, region_id, region_name, access_way_id, bandwidth, days, quantity, line_id, old_ends_at, until
    from order_item where company_id = ${companyId} and order_id = ${orderId} order by position`)

type Changed = Pick<Order, 'company_id' | 'id'>

/** Zero when the order is no longer what it was taken for: the guard of every race for its state. */
export const setPaid = (transaction: Database, { company_id, id, state }: Order, paidAt: Date) =>
  transaction.change(sql`
    update shop_order set state = 'paid', paid_at = ${paidAt}, ended_at = null, hidden = false
    where company_id = ${company_id} and id = ${id} and state = ${state}`)

export const setFulfilled = (transaction: Database, { company_id, id }: Changed, from: 'paid' | 'refunding') =>
  transaction.change(sql`
    update shop_order set state = 'fulfilled', fulfilled_at = coalesce(fulfilled_at, now())
    where company_id = ${company_id} and id = ${id} and state = ${from}`)

/** Guarded as `setPaid`. */
export const setRefunding = (transaction: Database, { company_id, id }: Changed) =>
  transaction.change(sql`
    update shop_order set state = 'refunding' where company_id = ${company_id} and id = ${id} and state = 'fulfilled'`)

/** Guarded as `setPaid`. */
export const setEnded = (
  transaction: Database,
  { company_id, id }: Changed,
  from: 'pending' | 'refunding',
  to: 'cancelled' | 'closed' | 'refunded',
) =>
  transaction.change(sql`
    update shop_order set state = ${to}, ended_at = now()
    where company_id = ${company_id} and id = ${id} and state = ${from}`)

export const setPaysUntil = (transaction: Database, { company_id, id }: Changed, until: Date) =>
  transaction.change(sql`
    update shop_order set pays_until = greatest(pays_until, ${until}::timestamptz)
    where company_id = ${company_id} and id = ${id} and state = 'pending'`)

/** Of an order that has ended: it no longer shows in lists. */
export const setHidden = (company: Database, companyId: string, orderId: string) =>
  company.change(sql`
    update shop_order set hidden = true
    where company_id = ${companyId} and id = ${orderId} and not hidden
      and state in ('cancelled', 'closed', 'refunded')`)

export interface Step {
  from: OrderState
  to: OrderState
  note?: string
}

export const insertEvents = (transaction: Database, { company_id, id }: Changed, actorName: string, steps: Step[]) =>
  transaction.change(sql`
    insert into order_event (company_id, order_id, from_state, to_state, actor_name, note)
    select ${company_id}, ${id}, from_state, to_state, ${actorName}, note
    from unnest(${steps.map(({ from }) => from)}::text[], ${steps.map(({ to }) => to)}::text[],
      ${steps.map(({ note = '' }) => note)}::text[]) with ordinality as step (from_state, to_state, note, place)
    order by place`)
