import { clockInChina } from '#contract/access-times.ts'
import { ordersFoundPath } from '#contract/paths.ts'
import { maxPendingByToken, orderMinutes, transferDays } from '#contract/shop.ts'
import { Refusal } from '#server/core/refusal.ts'
import { day } from '#server/core/service-time.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import type { OrderRequest } from './order-request.ts'
import { otherRenewalOf } from './placing.sql.ts'
import type { Placing } from './placing.ts'
import { keptUntil } from './quote.sql.ts'

export const orderedSubject = (orderNumber: string): string => `ordered:${orderNumber}`

/**
 * A token moves no money, and no manager sees it order: the managers are notified. A renewal reserves nothing and can be paid for
 * as long as one by bank transfer, but only while its lines are kept. A script may forget its orders: it is refused with -49017
 * while another order renews one of the lines, and leaves half of the orders that may wait to people.
 */
export async function orderedByToken(
  { config, jobs }: Pick<Services, 'config' | 'jobs'>,
  company: Database,
  { companyId, request, token }: { companyId: string; request: OrderRequest; token: { name: string } },
): Promise<Pick<Placing, 'paysUntil' | 'most' | 'after'>> {
  const paysUntil = await endOf(company, companyId, request)
  return {
    paysUntil,
    most: maxPendingByToken,
    async after(transaction, { order_number, payable, subject }) {
      if (!payable) return
      const other = request.kind === 'renewal' && (await otherRenewalOf(transaction, companyId, order_number))
      if (other) throw new Refusal(-49017, other)
      const text = `${token.name}下了订单 ${order_number}（${subject}），应付 ${money(payable)}。请在 ${clockInChina(paysUntil)} 前支付，过期即关闭。`
      await notify(
        transaction,
        { config, jobs },
        {
          to: { managersOfCompany: companyId },
          kind: 'order_waiting',
          subject: orderedSubject(order_number),
          title: request.kind === 'renewal' ? '续费订单待支付' : '订单待支付',
          text,
          link: ordersFoundPath(order_number),
        },
      )
    },
  }
}

async function endOf(company: Database, companyId: string, request: OrderRequest): Promise<string> {
  const now = Date.now()
  const usual = now + orderMinutes * 60_000
  if (request.kind === 'purchase') return new Date(usual).toISOString()
  const ids = request.lines.map(({ svp_id }) => svp_id)
  const kept = await keptUntil(company, companyId, ids)
  const longest = Math.min(now + transferDays * day, kept ? Date.parse(kept) : Number.POSITIVE_INFINITY)
  return new Date(Math.max(usual, longest)).toISOString()
}
