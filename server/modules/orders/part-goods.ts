import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import { creditBalance, debitBalance } from '#server/modules/balance/balance.ts'
import {
  endRefunded,
  lengthenRenewed,
  lockLines,
  resumeAfterRefund,
  shortenRenewed,
  suspendForRefund,
} from '#server/modules/lines/part-refunds.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { itemsOf, type Order } from './orders.sql.ts'
import { linesBought } from './refund-offer.sql.ts'
import type { ReturnAct } from './returns.ts'

/** An item that a partial refund takes back: person-days, which have no line, or days of a line. */
export interface TakenItem {
  line_id: string | null
  days: number
}

/** A partial refund: its items, and its amount in fen. A top-up has no items, and goodwill takes nothing back. */
export interface TakenPart {
  items: TakenItem[]
  amount: number
}

/** The partial refund of one kind of goods, in the transaction that has locked the order. */
interface PartGoods {
  take(transaction: Database, order: Order, items: TakenItem[]): Promise<void>
  /** Restores them after the refund was rejected or withdrawn. */
  restore(transaction: Database, order: Order, items: TakenItem[], act: ReturnAct): Promise<void>
  /** Gives them up after the refund. */
  end(transaction: Database, order: Order, items: TakenItem[]): Promise<void>
}

const lineIds = (items: TakenItem[]) => items.flatMap(({ line_id }) => line_id ?? [])
const lineDays = (items: TakenItem[]) => items.flatMap(({ line_id, days }) => (line_id ? [{ line_id, days }] : []))

const credit = (transaction: Database, order: Order, days: number, about: string) =>
  creditService(transaction, {
    companyId: order.company_id,
    days,
    kind: 'correction',
    note: `订单 ${order.order_number} ${about}`,
  })
const sumOf = (items: TakenItem[]) => items.reduce((sum, { days }) => sum + days, 0)

const hours: PartGoods = {
  async take(transaction, order, items) {
    try {
      await credit(transaction, order, -sumOf(items), '申请退回未用时长')
    } catch (error) {
      // Guard: the days were assigned since they were offered, although the balance is read last of all.
      throw error instanceof Refusal && error.code === -47030 ? new Refusal(-49015) : error
    }
  },
  async restore(transaction, order, items, act) {
    await credit(transaction, order, sumOf(items), act)
  },
  end: async () => {},
}

const lines: PartGoods = {
  take: (transaction, order, items) => suspendForRefund(transaction, order, lineIds(items)),
  restore: (transaction, order, items, act) => resumeAfterRefund(transaction, order, lineIds(items), act),
  end: (transaction, order, items) => endRefunded(transaction, order, lineIds(items)),
}

const renewals: PartGoods = {
  take: (transaction, order, items) => shortenRenewed(transaction, order, lineDays(items)),
  restore: (transaction, order, items, act) => lengthenRenewed(transaction, order, lineDays(items), act),
  end: async () => {},
}

const goodsOf = ({ kind, product }: Order) => (kind === 'renewal' ? renewals : product === 'hours' ? hours : lines)

/** The refunded part of a top-up leaves the balance immediately, so that nobody spends it while it waits. */
const topUps = {
  take: (transaction: Database, order: Order, amount: number) =>
    debitBalance(transaction, { ...movementOf(order, amount), kind: 'withdrawal', note: '申请退款' }),
  restore: (transaction: Database, order: Order, amount: number, act: ReturnAct) =>
    creditBalance(transaction, { ...movementOf(order, amount), kind: 'withdrawal', note: act }),
}
const movementOf = (order: Order, amount: number) => ({
  companyId: order.company_id,
  amount,
  order,
})

export async function takePart(transaction: Database, order: Order, { items, amount }: TakenPart): Promise<void> {
  if (order.product === 'balance') await topUps.take(transaction, order, amount)
  else if (items.length) await goodsOf(order).take(transaction, order, items)
}

export async function restorePart(
  transaction: Database,
  order: Order,
  { items, amount }: TakenPart,
  act: ReturnAct,
): Promise<void> {
  if (order.product === 'balance') await topUps.restore(transaction, order, amount, act)
  else if (items.length) await goodsOf(order).restore(transaction, order, items, act)
}

export async function endPart(transaction: Database, order: Order, { items }: TakenPart): Promise<void> {
  if (order.product !== 'balance' && items.length) await goodsOf(order).end(transaction, order, items)
}

/**
 * Locks the lines whose days may be taken back, so that the unused part cannot change after it is computed: a renewal that is paid
 * meanwhile waits, and then finds the line suspended. The rights to them are locked first, as everywhere.
 */
export async function lockGoods(transaction: Database, order: Order): Promise<void> {
  if (order.product !== 'line') return
  await lockAccess(transaction, order.company_id)
  const ids =
    order.kind === 'renewal'
      ? (await itemsOf(transaction, order.company_id, order.order_id)).flatMap(({ svp_id }) => svp_id ?? [])
      : (await linesBought(transaction, order)).map(({ svp_id }) => svp_id)
  await lockLines(transaction, order.company_id, ids)
}
