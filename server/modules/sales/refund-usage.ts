import { dayInChina } from '#server/core/service-time.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import type { Evidence } from '#server/engines/approvals/evidence.ts'
import { balanceOf } from '#server/modules/balance/balance.ts'
import type { Order } from '#server/modules/orders/orders.sql.ts'
import { boughtItems, hoursOf } from '#server/modules/orders/refund-offer.sql.ts'
import type { Refund } from '#server/modules/payments/refunds.sql.ts'
import { useOfLinesOf } from './refund-usage.sql.ts'

/**
 * Describes how much of an order was used before its refund was requested. The present offer does not show that: this refund has
 * already taken the goods, and claimed the money.
 */
export async function refundUsage(database: Database, order: Order, refund: Refund): Promise<Evidence[]> {
  // Nothing was delivered for such money.
  if (refund.kind === 'surplus' || refund.kind === 'mismatch') return []
  if (order.product === 'balance') {
    const left = money(await balanceOf(database, order.company_id))
    return [{ label: '用量', value: `扣除本次退款后，企业余额还有 ${left}` }]
  }
  return order.product === 'hours' ? hoursUsed(database, order) : linesUsed(database, order, refund)
}

async function hoursUsed(database: Database, order: Order): Promise<Evidence[]> {
  const bought = (await boughtItems(database, order)).reduce((sum, { days, quantity }) => sum + days * quantity, 0)
  if (order.state !== 'fulfilled') return [{ label: '用量', value: `${bought} 人天都未分配，已全部收回` }]
  const { balance, taken } = (await hoursOf(database, order)) ?? { balance: 0, taken: 0 }
  const used = Math.max(0, bought - taken - balance)
  const value = `买了 ${bought} 人天，历次退款（含本次）共收回 ${taken} 人天，已分配或用去 ${used} 人天`
  return [{ label: '用量', value, ...(used > 0 && { tone: 'warning' as const }) }]
}

async function linesUsed(database: Database, order: Order, refund: Refund): Promise<Evidence[]> {
  const found = await useOfLinesOf(database, order, refund)
  if (!found) return []
  const { lines, bound, bound_since, days_begun, last_day } = found
  const addresses =
    bound && bound_since ? `${bound} 条绑定过地址（最早 ${dayInChina(bound_since)}）` : '都没有绑定过地址'
  const begun =
    days_begun > 0
      ? `申请时已用到第 ${days_begun} 天`
      : order.kind === 'renewal'
        ? '续费的时间还没有开始'
        : '申请时还没有用'
  const last = last_day ? `最近一次连接在 ${last_day}` : '没有连接的记录'
  const used = order.kind === 'renewal' ? days_begun > 0 : bound > 0
  const value = `${lines} 条专线，${addresses}；${begun}；${last}`
  return [{ label: '用量', value, ...(used && { tone: 'warning' as const }) }]
}
