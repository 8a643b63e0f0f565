import { z } from 'zod'
import { Refusal } from '#server/core/refusal.ts'
import { findApproval } from '#server/engines/approvals/approvals.sql.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { orderOf } from '#server/modules/orders/orders.ts'
import { refundOfferOf } from '#server/modules/orders/refund-offer.ts'
import { itemsOfRefund } from '#server/modules/payments/part-refunds.sql.ts'
import { refundInvoiced } from '#server/modules/payments/refunds.sql.ts'
import { invoiceNumberOf, refundsOf } from './operations.sql.ts'

/** What a request for a refund names it by. */
const payload = z.object({ out_refund_no: z.string() })

export const refundRequestOperations = {
  async getRefundRequest({ system }, { approval_id }) {
    const approval = await findApproval(system, approval_id)
    const asked = approval?.kind === 'refund' ? payload.safeParse(approval.payload).data : undefined
    const refund = asked && (await refundInvoiced(system, asked.out_refund_no))
    const order = refund && (await orderOf(system, refund.company_id, refund.order_id))
    if (!refund || !order) throw new Refusal(-53021)
    const { company_id, company_name, gateway, kind, amount, reason } = refund
    const { order_number, subject, payable, returned_amount, refunded_amount, paid_at } = order
    const [items, refunds, offer, invoice_number] = await Promise.all([
      itemsOfRefund(system, refund),
      refundsOf(system, order),
      refundOfferOf(system, order, { operator: true }),
      invoiceNumberOf(system, order, refund.invoice_id ?? undefined),
    ])
    return {
      ...{ order_number, subject, payable, returned_amount, refunded_amount, paid_at },
      ...{ company_id, company_name, gateway, kind, amount, reason, invoice_number },
      usage: order.state === 'fulfilled' ? offer.problem : '',
      items: items.map(({ name, days, amount }) => ({ name, days, amount })),
      earlier: refunds
        .filter(({ refund_id }) => refund_id !== refund.refund_id)
        .map(({ refund_id, kind, state, amount, reason, asked_at }) => ({
          refund_id,
          kind,
          state,
          amount,
          reason,
          asked_at,
        })),
    }
  },
} satisfies SomeOperations
