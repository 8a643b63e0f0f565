import { recordAudit } from '#server/engines/audit/audit.ts'
import { setPaymentPaid } from './payments.sql.ts'
import { insertNumbered } from './payments.ts'
import type { SettlingServices } from './settle.ts'
import { refundSurplus } from './surplus.ts'
import { keepSettledLine, type Part } from './transfer-parts.sql.ts'
import { lockTransfer, TransferProblem } from './transfers.ts'

interface Surplus extends Part {
  remarkCode: string
}

/**
 * Records money that came again under the code of a transfer that has ended. It is a separate payment, because each is refunded
 * once, and waits as surplus for its refund.
 */
export async function recordSurplus(
  services: Pick<SettlingServices, 'system' | 'jobs'>,
  { remarkCode, amount, reference }: Surplus,
): Promise<void> {
  const { system } = services
  const { payment } = await lockTransfer(system, remarkCode)
  if (!(await keepSettledLine(system, payment, { amount, reference })))
    throw payment.state === 'paid' || payment.state === 'refunded'
      ? new TransferProblem(`${remarkCode} 的流水“${reference}”已登记过`, 'reference')
      : new TransferProblem(`${remarkCode} 还没有入账，不是又到账，请用“确认到账”或“登记部分到账”`)
  const paidAt = new Date().toISOString()
  const surplus = await insertNumbered(system, {
    companyId: payment.company_id,
    orderId: payment.order_id,
    gateway: 'transfer',
    amount,
    expiresAt: paidAt,
    cameAgain: true,
  })
  await setPaymentPaid(system, surplus, { tradeNo: null, paidAt })
  await refundSurplus(system, services, surplus, `备注码 ${remarkCode} 又汇来的款项`)
  await recordAudit(system, {
    action: 'payment.surplus_recorded',
    target: `payment:${payment.payment_id}`,
    before: null,
    after: { remark_code: remarkCode, amount, reference },
  })
}
