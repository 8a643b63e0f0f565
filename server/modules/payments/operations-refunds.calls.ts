import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { countedRows, listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { withApproval } from '#server/engines/approvals/with-approval.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { findNoted, writeCreditNote } from './credit-note.ts'
import { countRefunds, refundRows } from './operations-refunds.sql.ts'
import { isByHand, markSentBack, requestRefund, resendRefund } from './refund-requests.ts'
import { refundNumbered } from './refunds.sql.ts'
import { decideRefund, requireUnsent } from './refunds.ts'

export const refundsOperations = {
  async getRefundList({ system }, { page, page_size, ...filter }) {
    const [rows, counted] = await together(system, database => [
      refundRows(database, filter, listedPage({ page, page_size })),
      countRefunds(database, filter, countedRows),
    ])
    const list = rows.map(refund => ({ ...withApproval(refund), by_hand: isByHand(refund) }))
    return { list, ...listedTotal(counted) }
  },

  async requestRefund(context, { out_refund_no }) {
    return requestRefund(context.system, context, out_refund_no)
  },

  async rejectRefund(context, { out_refund_no, reason }) {
    const refund = orRefuse(await refundNumbered(context.system, out_refund_no), -53021)
    await requireUnsent(context.services, refund)
    return context.once(async ({ services }) => {
      await decideRefund(services, {
        orderNumber: refund.order_number,
        outRefundNo: out_refund_no,
        decision: { approve: false, reason },
      })
    })
  },

  async resendRefund({ services }, { out_refund_no }) {
    await resendRefund(services, { outRefundNo: out_refund_no })
  },

  async markRefundSent(context, { out_refund_no, reference }) {
    const refund = orRefuse(await refundNumbered(context.system, out_refund_no), -53021)
    await requireUnsent(context.services, refund)
    return context.once(({ services }) => markSentBack(services, { outRefundNo: out_refund_no, reference }))
  },

  async getRefundCreditNote({ system, services }, { out_refund_no }) {
    const refund = await refundNumbered(system, out_refund_no)
    const noted = refund && (await findNoted(system, refund.company_id, refund.refund_id))
    if (!noted) throw new Refusal(-53021)
    const target = `refund:${noted.refund_id}`
    await recordAudit(system, { action: 'refund.document_read', target, after: { number: noted.credit_number } })
    return writeCreditNote(services, system, noted)
  },
} satisfies SomeOperations
