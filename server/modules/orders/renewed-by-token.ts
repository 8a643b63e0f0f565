import { ordersFoundPath } from '#contract/paths.ts'
import { transferDays } from '#contract/shop.ts'
import { day, dayInChina } from '#server/core/service-time.ts'
import { money } from '#server/core/yuan.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import type { Placing } from './placing.ts'

/**
 * A token moves no money, and no manager sees it order: the managers are told, and the renewal, which reserves nothing, can be
 * paid for as long as one by bank transfer.
 */
export function renewedByToken(
  services: Pick<Services, 'config' | 'jobs'>,
  companyId: string,
  token: { name: string },
): Pick<Placing, 'paysUntil' | 'after'> {
  const paysUntil = new Date(Date.now() + transferDays * day)
  return {
    paysUntil: paysUntil.toISOString(),
    async after(transaction, orderNumber, payable) {
      if (payable > 0)
        await notify(transaction, services, {
          to: { managersOfCompany: companyId },
          kind: 'line_ending',
          subject: `renewal-ordered:${orderNumber}`,
          title: '续费订单待支付',
          text: `令牌「${token.name}」下了专线的续费订单 ${orderNumber}，应付 ${money(payable)}。请在 ${dayInChina(paysUntil.getTime())} 前支付，过期即关闭。`,
          link: ordersFoundPath(orderNumber),
        })
    },
  }
}
