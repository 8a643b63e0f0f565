import { gatewayNames } from '#contract/shop.ts'
import { money } from '#server/core/yuan.ts'
import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import { findByNumber, viewPayment } from './payments.sql.ts'
import { liveRefund } from './refunds.sql.ts'

export const deferredPaymentOperations: DeferredOperationsFor<'settleWrongPayment'> = {
  settleWrongPayment: {
    async describe(database, { out_trade_no, reason }) {
      const known = await findByNumber(database, out_trade_no)
      const payment = known && (await viewPayment(database, known.company_id, known.payment_id))
      // What is on its way back is refused by the handler, in its own words.
      if (!payment?.problem || (await liveRefund(database, payment))) return undefined
      const { amount, arrived_amount, problem, gateway, order_number, company_name, payment_id } = payment
      return {
        target: `payment:${payment_id}`,
        summary: `核销异常款项 ${money(arrived_amount ?? amount)}：${company_name}，订单 ${order_number}，${gatewayNames[gateway]}，${problem}；原因：${reason}`,
        value: arrived_amount ?? amount,
      }
    },
    outcome: () => ({ result: '已登记为处理完毕' }),
  },
}
