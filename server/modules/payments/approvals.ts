import { writeOffNames } from '#contract/operations/sales-names.ts'
import { gatewayNames, orderStateNames } from '#contract/shop.ts'
import { money } from '#server/core/yuan.ts'
import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import { companyEvidence } from '#server/modules/accounts/company-evidence.ts'
import { voucherEvidence } from './evidence.ts'
import { findByNumber, viewPayment } from './payments.sql.ts'
import { lockUnreturned } from './refund-requests.ts'
import { liveRefund } from './refunds.sql.ts'

export const deferredPaymentOperations: DeferredOperationsFor<'settleWrongPayment'> = {
  settleWrongPayment: {
    async describe(database, { out_trade_no, reason, cause }) {
      const found = await findByNumber(database, out_trade_no)
      const payment = found && (await viewPayment(database, found.company_id, found.payment_id))
      // The handler itself refuses a payment that is being returned, with a clearer message.
      if (!found || !payment?.problem || (await liveRefund(database, payment))) return undefined
      const { amount, arrived_amount, problem, gateway, order_number, company_name, payment_id } = payment
      return {
        target: `payment:${payment_id}`,
        companyId: found.company_id,
        summary: `核销异常款项 ${money(arrived_amount ?? amount)}：${company_name}，订单 ${order_number}，${gatewayNames[gateway]} ${out_trade_no}，${problem}；${writeOffNames[cause]}，原因：${reason}`,
        facts: { payment_id, problem, arrived_amount },
        value: arrived_amount ?? amount,
      }
    },
    // A return of the amount checks for a waiting request behind the same lock.
    lock: (transaction, { out_trade_no }) => lockUnreturned(transaction, out_trade_no),
    async evidence(database, { out_trade_no, reason, cause }) {
      const found = await findByNumber(database, out_trade_no)
      const payment = found && (await viewPayment(database, found.company_id, found.payment_id))
      if (!payment) return []
      const { order_number, order_state, gateway, amount, arrived_amount, problem } = payment
      return [
        ...(await companyEvidence(database, found.company_id)),
        {
          label: '订单',
          value: `${order_number}，${orderStateNames[order_state]}`,
          link: { page: 'order', order_number },
        },
        { label: '款项', value: `${gatewayNames[gateway]} ${out_trade_no}` },
        {
          label: '金额',
          value: `应付 ${money(amount)}，到账 ${arrived_amount === null ? '未记下' : money(arrived_amount)}`,
        },
        ...(problem ? [{ label: '问题', value: problem, tone: 'warning' } as const] : []),
        ...(await voucherEvidence(database, found)),
        { label: '原因', value: `${writeOffNames[cause]}：${reason}` },
      ]
    },
    outcome: () => ({ result: '已登记为处理完毕' }),
  },
}
