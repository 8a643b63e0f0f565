import { z } from 'zod'
import type { ApprovalKind } from '#contract/operations/operator-names.ts'
import { orderStates } from '#contract/shop.ts'
import { confirmPrices } from '../catalogue/pricing.ts'
import { decideRefund } from '../payments/refunds.ts'
import { confirmTransfer } from '../payments/transfers.ts'
import type { OperatorContext } from './context.ts'

/**
 * Carries out what was confirmed, in the transaction of the confirmation (`context.services.system`), and answers in a line
 * what became of it. An OperatorProblem leaves everything as it was, the request waiting.
 */
type Executor = (context: OperatorContext, payload: unknown) => Promise<string>

const refund = z.object({ order_number: z.string(), out_refund_no: z.string().optional(), amount: z.int().optional() })
const payment = z.object({ remark_code: z.string(), amount: z.int(), order_state: z.enum(orderStates).optional() })

export const executors: Record<ApprovalKind, Executor> = {
  async refund({ services, actor }, payload) {
    const { order_number: orderNumber, out_refund_no: outRefundNo, amount } = refund.parse(payload)
    const decision = { approve: true } as const
    const { byHand } = await decideRefund(services, { orderNumber, outRefundNo, amount, decision, actor })
    return byHand ? '已批准，请财务由银行汇回后登记流水号' : '已批准，退款已提交给支付渠道'
  },
  async payment({ services, actor }, payload) {
    const { remark_code: remarkCode, amount, order_state: orderState } = payment.parse(payload)
    const verdict = await confirmTransfer(services, { remarkCode, amount, orderState, actor })
    return verdict === 'settled' ? '已入账，订单已支付' : '已入账；订单不能恢复，款项转入退款'
  },
  price: confirmPrices,
}
