import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { Jobs } from '#server/engines/jobs/jobs.ts'
import { creditBalance, debitBalance } from '#server/modules/balance/balance.ts'
import type { NewLine, Renewal } from '#server/modules/lines/delivery.sql.ts'
import {
  createLines,
  giveBackLines,
  giveBackRenewal,
  releaseLines,
  renewLines,
  takeBackLines,
  takeBackRenewal,
} from '#server/modules/lines/delivery.ts'
import { applyLineChoicesJob } from '#server/modules/lines/jobs.ts'
import type { Demand } from '#server/modules/lines/stock.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { type Item, itemsOf, type Order } from './orders.sql.ts'
import type { ReturnAct } from './returns.ts'

/** The effects of paying and of refunding one kind of goods, in the transaction that has locked the order. */
interface Goods {
  /** Delivers the goods; throws a Refusal when they are no longer available. */
  hand(transaction: Database, order: Order, items: Item[], jobs: Jobs): Promise<void>
  /** Takes the goods back; throws -49012 or -49013 when they have been used. */
  take(transaction: Database, order: Order, items: Item[]): Promise<void>
  /** Restores the goods after the refund was rejected or withdrawn. */
  restore(transaction: Database, order: Order, items: Item[], act: ReturnAct): Promise<void>
  /** Gives the goods up after the refund. */
  end(transaction: Database, order: Order): Promise<void>
}

const personDays = (items: Item[]) => items.reduce((sum, { days, quantity }) => sum + days * quantity, 0)

const hours: Goods = {
  async hand(transaction, { company_id, order_number }, items) {
    const days = personDays(items)
    await creditService(transaction, { companyId: company_id, days, kind: 'purchase', note: `订单 ${order_number}` })
  },
  async take(transaction, { company_id, order_number }, items) {
    const note = `订单 ${order_number} 申请退款`
    const days = -personDays(items)
    try {
      await creditService(transaction, { companyId: company_id, days, kind: 'correction', note })
    } catch (error) {
      if (error instanceof Refusal && error.code === -47030) throw new Refusal(-49013, error.data)
      throw error
    }
  },
  async restore(transaction, { company_id, order_number }, items, act) {
    const note = `订单 ${order_number} ${act}`
    const days = personDays(items)
    await creditService(transaction, { companyId: company_id, days, kind: 'correction', note })
  },
  end: async () => {},
}

const lines: Goods = {
  async hand(transaction, order, items, jobs) {
    const { company_id, order_id } = order
    if (await createLines(transaction, order, newLines(order, items)))
      await jobs.enqueue(transaction, applyLineChoicesJob, { company_id, order_id })
  },
  take: (transaction, order, _items) => takeBackLines(transaction, order),
  restore: (transaction, order, _items, act) => giveBackLines(transaction, order, act),
  end: (transaction, order) => releaseLines(transaction, order),
}

const renewals: Goods = {
  hand: (transaction, order, items) => renewLines(transaction, order, renewalsOf(items)),
  take: (transaction, order, items) => takeBackRenewal(transaction, order, renewalsOf(items)),
  restore: (transaction, order, items, act) => giveBackRenewal(transaction, order, renewalsOf(items), act),
  end: async () => {},
}

/** A top-up: the goods are balance, which can be taken back as long as it was not spent. */
const topUp: Goods = {
  async hand(transaction, order) {
    await creditBalance(transaction, { kind: 'topup', ...prepaid(order), order, note: order.subject })
  },
  async take(transaction, order, _items) {
    await debitBalance(transaction, { kind: 'withdrawal', ...prepaid(order), order, note: '申请退款' })
  },
  async restore(transaction, order, _items, act) {
    await creditBalance(transaction, { kind: 'withdrawal', ...prepaid(order), order, note: act })
  },
  end: async () => {},
}

const prepaid = ({ company_id, payable }: Order) => ({ companyId: company_id, amount: payable })

const goodsOf = ({ kind, product }: Order) => {
  if (product === 'balance') return topUp
  return kind === 'renewal' ? renewals : product === 'hours' ? hours : lines
}

export async function handOver(
  transaction: Database,
  { jobs }: { jobs: Jobs },
  order: Order,
  items: Item[],
): Promise<void> {
  await goodsOf(order).hand(transaction, order, items, jobs)
}

/** The lines that an order renews. */
export const renewedLines = (items: Pick<Item, 'svp_id'>[]): string[] => items.flatMap(({ svp_id }) => svp_id ?? [])

export const takeGoods = async (transaction: Database, order: Order) =>
  goodsOf(order).take(transaction, order, await itemsOf(transaction, order.company_id, order.order_id))

export const restoreGoods = async (transaction: Database, order: Order, act: ReturnAct) =>
  goodsOf(order).restore(transaction, order, await itemsOf(transaction, order.company_id, order.order_id), act)

export const endGoods = (transaction: Database, order: Order) => goodsOf(order).end(transaction, order)

/** Returns the addresses that an order reserves until it is paid or ends. */
export async function wantedBy(database: Database, order: Pick<Order, 'company_id' | 'order_id' | 'kind' | 'product'>) {
  if (order.kind === 'renewal' || order.product !== 'line') return []
  return addressesOf(await itemsOf(database, order.company_id, order.order_id))
}

export const addressesOf = (items: Pick<Item, 'region_id' | 'access_way_id' | 'quantity'>[]): Demand[] =>
  items.flatMap(({ region_id, access_way_id, quantity }) =>
    region_id && access_way_id ? [{ region_id, access_way_id, count: quantity }] : [],
  )

/** Names lines after their place and their order, so that each can be found from the other. */
function newLines(order: Order, items: Item[]): NewLine[] {
  let count = 0
  return items.flatMap(({ sku_id, region_id, region_name, access_way_id, bandwidth, days, quantity }) => {
    if (!region_id || !access_way_id) return []
    const line = { sku_id, region_id, access_way_id, bandwidth, days }
    return Array.from({ length: quantity }, () => {
      count += 1
      return { ...line, name: `${region_name}-${order.order_number.slice(-4)}-${String(count).padStart(2, '0')}` }
    })
  })
}

const renewalsOf = (items: Item[]): Renewal[] =>
  items.flatMap(({ svp_id, days, until, old_ends_at }) =>
    svp_id && old_ends_at ? [{ line_id: svp_id, days, until, old_ends_at }] : [],
  )
