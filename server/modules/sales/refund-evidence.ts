import { z } from 'zod'
import { gatewayNames, refundKindNames, refundStateNames, withdrawnRefundName } from '#contract/shop.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { money } from '#server/core/yuan.ts'
import type { Evidence, EvidenceOf } from '#server/engines/approvals/evidence.ts'
import { companyEvidence } from '#server/modules/accounts/company-evidence.ts'
import { orderOf } from '#server/modules/orders/orders.ts'
import { invoiceOfOrder } from '#server/modules/payments/evidence.sql.ts'
import { voucherEvidence } from '#server/modules/payments/evidence.ts'
import { itemsOfRefund } from '#server/modules/payments/part-refunds.sql.ts'
import { refundNumbered } from '#server/modules/payments/refunds.sql.ts'
import { refundsOf } from './operations.sql.ts'
import { refundUsage } from './refund-usage.ts'

/** The payload of a request for a refund; an old request names only its order. */
const request = z.object({ out_refund_no: z.string().optional(), begun: z.boolean().default(false) })

/** Returns the goods and their use, the payment, the items to take back, and earlier refunds. */
export const refundEvidence: EvidenceOf<unknown> = async (database, payload) => {
  const { out_refund_no, begun } = request.parse(payload)
  const refund = out_refund_no === undefined ? undefined : await refundNumbered(database, out_refund_no)
  const order = refund && (await orderOf(database, refund.company_id, refund.order_id))
  if (!refund || !order) return []
  const { kind, gateway, amount, reason, company_id, order_id } = refund
  const { order_number, subject, payable, paid_at, refunded_amount, returned_amount } = order
  const items = await itemsOfRefund(database, refund)
  const invoice = await invoiceOfOrder(database, company_id, order_id)
  const earlier = (await refundsOf(database, order)).filter(({ refund_id }) => refund_id !== refund.refund_id)
  // Such money paid for nothing, so its return changes neither the order's amount nor its invoice.
  const isBeside = kind === 'surplus' || kind === 'mismatch'
  const invoiced: Evidence[] =
    !isBeside && invoice
      ? [
          {
            label: '发票',
            value: `${invoice.invoice_number}，退款后须红冲`,
            tone: 'warning',
            ...(invoice.file_id &&
              invoice.content_type && {
                file: {
                  file_id: invoice.file_id,
                  content_type: invoice.content_type,
                  target: `company:${company_id}`,
                },
              }),
          },
        ]
      : []
  return [
    { label: '订单', value: `${order_number}，${subject}`, link: { page: 'order', order_number } },
    ...(await companyEvidence(database, company_id)),
    { label: '方式', value: `${refundKindNames[kind]}，${gatewayNames[gateway]}` },
    // What arrived of a wrong amount is in the reason.
    kind === 'mismatch'
      ? { label: '应付', value: money(payable) }
      : {
          label: isBeside ? '订单的收款' : '收款',
          value: `${money(payable)}${paid_at ? `，${dayInChina(paid_at)} 支付` : ''}`,
        },
    {
      label: '退回',
      value: isBeside
        ? `本次 ${money(amount)}，不计入订单的退款`
        : `本次 ${money(amount)}，已退 ${money(refunded_amount)}，含在途共 ${money(returned_amount)}`,
    },
    ...(await refundUsage(database, order, refund)),
    ...items.map(({ name, days, amount }) => ({ label: '收回', value: `${name} ${days} 天，${money(amount)}` })),
    ...invoiced,
    ...(await voucherEvidence(database, refund)),
    { label: '原因', value: reason },
    ...(refund.state === 'asked'
      ? [{ label: '不确认', value: begun ? '由客服发起，驳回或撤回后取消，收回的内容恢复' : '驳回或撤回后仍待审核' }]
      : []),
    ...earlier.map(({ kind, amount, state, withdrawn, reason, asked_at }) => ({
      label: '此前退款',
      value: `${dayInChina(asked_at)} ${refundKindNames[kind]} ${money(amount)}，${withdrawn ? withdrawnRefundName : refundStateNames[state]}：${reason}`,
    })),
  ]
}
