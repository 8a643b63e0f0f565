import { OperatorProblem } from '#server/core/problem.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { inBatches } from '#server/engines/jobs/batches.ts'
import { attempt, gatewayOf, type PaymentServices } from './asking.ts'
import { addHandled, claimLost, setHandled, setLostState } from './lost-payments.sql.ts'
import type { SettlingServices } from './settle.ts'

const batch = 10

/**
 * Queries the gateways about payments that were made after the time to which the database was restored. Their orders are lost, so
 * paid ones are only listed: an operator refunds them at the gateway or has the goods ordered again.
 */
export async function askAboutLost(services: PaymentServices, stopping: AbortSignal): Promise<void> {
  await inBatches({ stopping, batch }, async () => {
    const payments = await claimLost(services.system, batch)
    await Promise.all(
      payments.map(async payment => {
        const gateway = gatewayOf(services, payment)
        const found =
          gateway && (await attempt(services, payment, '应答查询', () => gateway.query(payment.out_trade_no)))
        if (found) await setLostState(services.system, payment.out_trade_no, found.state)
      }),
    )
    return payments.length
  })
}

/** Removes a payment from the list once its money has been dealt with. */
export const handleLostPayment = (
  { system }: Pick<SettlingServices, 'system'>,
  { outTradeNo, reason }: { outTradeNo: string; reason: string },
): Promise<void> =>
  system.transaction(async transaction => {
    if (!(await setHandled(transaction, outTradeNo)) && !(await addHandled(transaction, outTradeNo)))
      throw new OperatorProblem('没有这笔待处理的付款，请用 payment lost 核对编号')
    await recordAudit(transaction, {
      action: 'payment.lost_handled',
      target: `payment:${outTradeNo}`,
      after: { reason },
    })
  })
