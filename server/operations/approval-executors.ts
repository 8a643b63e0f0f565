import { z } from 'zod'
import type { ApprovalKind } from '#contract/operations/operator-names.ts'
import { confirmPrices } from '../catalogue/pricing.ts'
import { decideRefund } from '../payments/refunds.ts'
import { confirmTransfer } from '../payments/transfers.ts'
import type { OperatorContext } from './context.ts'

/**
 * Carries out what was confirmed, in the transaction of the confirmation (`context.services.system`), and answers in a line
 * what became of it. An OperatorProblem leaves everything as it was, the request waiting.
 */
type Executor = (context: OperatorContext, payload: unknown) => Promise<string>

const refund = z.object({ order_number: z.string() })
const payment = z.object({ remark_code: z.string(), amount: z.int() })

export const executors: Record<ApprovalKind, Executor> = {
  async refund({ services, actor }, payload) {
    const { order_number } = refund.parse(payload)
    const { byHand } = await decideRefund(services, { orderNumber: order_number, decision: { approve: true }, actor })
    return byHand ? '已批准，款项须由财务人工汇回' : '已批准，退款已提交给支付渠道'
  },
  async payment({ services, actor }, payload) {
    const { remark_code, amount } = payment.parse(payload)
    const verdict = await confirmTransfer(services, { remarkCode: remark_code, amount, actor })
    return verdict === 'settled' ? '已入账，订单已支付' : '已入账；订单不能恢复，款项转入退款'
  },
  price: confirmPrices,
}
