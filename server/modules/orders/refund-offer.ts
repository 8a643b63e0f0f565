import type { RefundOffer } from '#contract/refunds.ts'
import { type RefundBasis, refundDays } from '#contract/shop.ts'
import { allocate, shareOf } from '#server/core/allocate.ts'
import { day, daysAfter, unusedDays } from '#server/core/service-time.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { balanceOf } from '#server/modules/balance/balance.ts'
import type { Order } from './orders.sql.ts'
import { boughtItems, hoursOf, linesBought, linesRenewed } from './refund-offer.sql.ts'

type Offered = Pick<
  Order,
  | 'company_id'
  | 'order_id'
  | 'kind'
  | 'product'
  | 'state'
  | 'payable'
  | 'returned_amount'
  | 'refunded_amount'
  | 'paid_at'
>
type Item = RefundOffer['offers'][number]['items'][number]

/** The unused part of an order's goods, and the reason why not all of it is unused; empty when all of it is. */
interface Unused {
  items: Item[]
  /** Fen; by default the sum of the items. A top-up has no items. */
  amount?: number
  problem: string
}

/**
 * Returns the ways in which an order can be refunded now. The pages offer its result, and a request is decided by it within the
 * transaction that has locked the order. An operator may also give an amount as goodwill, and is bound to no deadline.
 */
export async function refundOfferOf(
  database: Database,
  order: Offered,
  { operator = false, now = Date.now() } = {},
): Promise<RefundOffer> {
  const remaining = order.payable - order.returned_amount
  const none = { remaining: Math.max(0, remaining), offers: [] }
  if (order.state !== 'fulfilled') return { ...none, problem: '只有已完成的订单可以退款' }
  if (order.payable === 0) return { ...none, problem: '这笔订单没有收款，无款可退' }
  if (remaining <= 0) return { ...none, problem: '这笔订单的款项已全部退回或正在退回' }
  const { items, amount: unspent, problem: used } = await unusedOf(database, order)
  const late = order.paid_at !== null && now > Date.parse(order.paid_at) + refundDays * day
  // If the one under way were rejected, money would be left in an order that has been refunded as a whole.
  const undecided = order.returned_amount > order.refunded_amount ? '还有一笔退款正在办理，办完之后才能整单退款' : ''
  const problem = used || undecided || (late && !operator ? `支付已超过 ${refundDays} 天，不能整单退款` : '')
  const unused = Math.min(remaining, unspent ?? items.reduce((sum, { amount }) => sum + amount, 0))
  const offers: RefundOffer['offers'] = []
  const add = (kind: RefundBasis, amount: number, taken: Item[]) => offers.push({ kind, amount, items: taken })
  if (!problem) add('requested', remaining, items)
  // Where the whole can be refunded, its days would amount to the same or less.
  if (unused > 0 && (problem || items.length > 1)) add('unused', unused, items)
  // Goodwill for a top-up would stay in the balance as well.
  if (operator && order.product !== 'balance') add('goodwill', remaining, [])
  return { remaining, offers, problem }
}

function unusedOf(database: Database, order: Offered): Promise<Unused> {
  if (order.product === 'balance') return unspentTopUp(database, order)
  if (order.kind === 'renewal') return unusedRenewals(database, order)
  return order.product === 'hours' ? unusedHours(database, order) : unusedLines(database, order)
}

/** A top-up is refunded whole if nothing of it was spent, and otherwise as far as the balance reaches: all of it is alike. */
async function unspentTopUp(database: Database, { company_id, payable, returned_amount }: Offered): Promise<Unused> {
  const amount = await balanceOf(database, company_id)
  const problem =
    returned_amount > 0
      ? '已退过一部分，不能再整单退款'
      : amount < payable
        ? `余额只剩 ${money(amount)}，这笔充值不能整单退款`
        : ''
  return { items: [], amount, problem }
}

/** Person-days are interchangeable, so those of an order count as unused as long as the company has that many unassigned. */
async function unusedHours(database: Database, order: Offered): Promise<Unused> {
  const items = await boughtItems(database, order)
  const bought = items.reduce((sum, { days, quantity }) => sum + days * quantity, 0)
  const { balance, taken } = (await hoursOf(database, order)) ?? { balance: 0, taken: 0 }
  const days = Math.max(0, Math.min(bought - taken, balance))
  const amount = shareOf(order.payable, taken + days, bought) - shareOf(order.payable, taken, bought)
  const short = bought - taken - days
  return {
    items: days > 0 ? [{ svp_id: null, name: '员工时长', days, amount }] : [],
    problem:
      taken > 0
        ? '已按未用天数退过款，不能再整单退款'
        : short > 0
          ? `购买的 ${bought} 人天中有 ${short} 人天已分配或用去，收回后才能整单退款`
          : '',
  }
}

async function unusedLines(database: Database, order: Offered): Promise<Unused> {
  const [items, lines] = await together(database, group => [boughtItems(group, order), linesBought(group, order)])
  const each = items.flatMap(({ days, quantity, amount }) =>
    allocate(
      amount,
      Array.from({ length: quantity }, () => 1),
    ).map(weight => ({ days, weight })),
  )
  const shares = allocate(
    order.payable,
    each.map(({ weight }) => weight),
  )
  const taken = lines.flatMap((line, place): Item[] => {
    const { days = 0 } = each[place] ?? {}
    if ((line.state !== 'unbound' && line.state !== 'active') || line.renewed || !days) return []
    // Free days lie behind the paid ones.
    const until = Math.min(Date.parse(line.ends_at), Date.parse(daysAfter(line.paid_from, days)))
    const unused = unusedDays(new Date(until).toISOString(), Date.parse(line.now))
    const amount = shareOf(shares[place] ?? 0, unused, days)
    return amount > 0 ? [{ svp_id: line.svp_id, name: line.name, days: unused, amount }] : []
  })
  return { items: taken, problem: lineProblem(lines, each.length) }
}

function lineProblem(lines: Awaited<ReturnType<typeof linesBought>>, bought: number): string {
  if (lines.length !== bought || lines.some(({ state }) => state === 'released')) return '有专线已释放，不能整单退款'
  if (lines.some(({ renewed }) => renewed)) return '有专线已续费，请先退续费的订单'
  if (lines.some(({ state }) => state === 'suspended')) return '有专线已暂停，不能整单退款'
  return lines.every(({ fresh }) => fresh) ? '' : '有专线绑定过地址，不能整单退款'
}

async function unusedRenewals(database: Database, order: Offered): Promise<Unused> {
  const [items, lines] = await together(database, group => [boughtItems(group, order), linesRenewed(group, order)])
  const shares = allocate(
    order.payable,
    items.map(({ amount }) => amount),
  )
  const days = new Map(items.map(({ svp_id, days }, place) => [svp_id, { days, share: shares[place] ?? 0 }]))
  let [begun, touched] = [false, false]
  const taken = lines.flatMap((line): Item[] => {
    const bought = days.get(line.svp_id)
    if (!bought) return []
    const left = daysLeft(line, bought.days)
    if (line.taken > 0) touched = true
    if (!line.standing || left < bought.days) begun = true
    if (!line.standing || left <= 0) return []
    const amount =
      shareOf(bought.share, line.taken + left, bought.days) - shareOf(bought.share, line.taken, bought.days)
    return amount > 0 ? [{ svp_id: line.svp_id, name: line.name, days: left, amount }] : []
  })
  const problem = touched
    ? '已按未用天数退过款，不能再整单退款'
    : begun
      ? '续费的时间已经开始，或专线已释放，不能整单退款'
      : ''
  return { items: taken, problem }
}

/** Returns the days of a renewal that have not begun: all that are left of them, or the whole ones that still lie ahead. */
function daysLeft(line: Awaited<ReturnType<typeof linesRenewed>>[number], bought: number): number {
  const now = Date.parse(line.now)
  const end = Date.parse(line.ends_at) - line.later_time
  // The days that refunds took of this renewal were its last.
  const own = Date.parse(line.renewed_until) - line.taken_time
  const left = bought - line.taken
  // Up to a chosen day the last of its days is not whole, so they can't be counted by the clock before they begin.
  if (Math.min(end, own) - line.rest_time >= now) return left
  const whole = (until: number) => Math.floor((until - now) / day)
  return Math.min(whole(own), whole(end), left)
}
