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
  /** Restores them after the refund was rejected. */
  restore(transaction: Database, order: Order, items: TakenItem[]): Promise<void>
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
  async restore(transaction, order, items) {
    await credit(transaction, order, sumOf(items), '退款未通过')
  },
  end: async () => {},
}

const lines: PartGoods = {
  take: (transaction, order, items) => suspendForRefund(transaction, order, lineIds(items)),
  restore: (transaction, order, items) => resumeAfterRefund(transaction, order, lineIds(items)),
  end: (transaction, order, items) => endRefunded(transaction, order, lineIds(items)),
}

const renewals: PartGoods = {
  take: (transaction, order, items) => shortenRenewed(transaction, order, lineDays(items)),
  restore: (transaction, order, items) => lengthenRenewed(transaction, order, lineDays(items)),
  end: async () => {},
}

const goodsOf = ({ kind, product }: Order) => (kind === 'renewal' ? renewals : product === 'hours' ? hours : lines)

/** The refunded part of a top-up leaves the balance immediately, so that nobody spends it while it waits. */
const topUps: Record<keyof PartGoods, (transaction: Database, order: Order, amount: number) => Promise<unknown>> = {
  take: (transaction, order, amount) =>
    debitBalance(transaction, { ...movementOf(order, amount), kind: 'withdrawal', note: '申请退款' }),
  restore: (transaction, order, amount) =>
    creditBalance(transaction, { ...movementOf(order, amount), kind: 'withdrawal', note: '退款未通过' }),
  end: async () => {},
}
const movementOf = (order: Order, amount: number) => ({
  companyId: order.company_id,
  amount,
  order,
})

type Act = (transaction: Database, order: Order, part: TakenPart) => Promise<void>
const actOn =
  (name: keyof PartGoods): Act =>
  async (transaction, order, { items, amount }) => {
    if (order.product === 'balance') await topUps[name](transaction, order, amount)
    else if (items.length) await goodsOf(order)[name](transaction, order, items)
  }

export const takePart = actOn('take')
export const restorePart = actOn('restore')
export const endPart = actOn('end')

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
