import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import type { DecidableInvoice } from './deciding.sql.ts'
import { InvoiceProblem } from './keep-pdf.ts'
import { doneRefunds } from './red-invoices.sql.ts'
import { ordersOfInvoice, type TaxRequest } from './tax/requests.sql.ts'

/**
 * Returns what a red invoice reverses of each order: the refunded amount when it was issued, which may have been before the last
 * refunds. Throws when its amount fits no such time. This transaction has locked the orders.
 */
export async function reversedAmounts(
  transaction: Database,
  { company_id, invoice_id }: DecidableInvoice,
  amount: number,
): Promise<TaxRequest['orders']> {
  const orders = await ordersOfInvoice(transaction, company_id, invoice_id)
  const refunds = await doneRefunds(transaction, company_id, invoice_id)
  const left = new Map(orders.map(({ order_id, overstated }) => [order_id, overstated]))
  const sums: number[] = []
  for (;;) {
    const sum = [...left.values()].reduce((all, each) => all + each, 0)
    if (sum === 0) break
    if (sum === amount) return [...left].flatMap(([order_id, taken]) => (taken ? [{ order_id, amount: taken }] : []))
    if (sum !== sums.at(-1)) sums.push(sum)
    const last = refunds.shift()
    if (!last) break
    left.set(last.order_id, Math.max(0, (left.get(last.order_id) ?? 0) - last.amount))
  }
  const [now, ...before] = sums.map(money)
  if (!now) throw new InvoiceProblem('发票所含的订单没有未红冲的退款', 'scope')
  const earlier = before.length ? `，之后又退款的，也可以是当时的 ${before.join('、')}` : ''
  throw new InvoiceProblem(`红字发票的金额与未红冲的退款不符，应为 ${now}${earlier}`, 'amount')
}
