import { countedRows, listedPage, listedTotal } from '../database/listed.ts'
import { Refusal } from '../http/envelope.ts'
import { shownWaiting } from '../operations/asked-second.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { countRefunds, refundRows } from './operations-refunds.sql.ts'
import { isByHand, markSentBack, requestRefund, resendRefund } from './refund-requests.ts'
import { refundNumbered } from './refunds.sql.ts'
import { decideRefund } from './refunds.ts'

export const refundsOperations: OperationHandlersFor<
  'getRefundList' | 'requestRefund' | 'rejectRefund' | 'resendRefund' | 'markRefundSent'
> = {
  async getRefundList({ system }, { page, page_size, ...filter }) {
    const [rows, counted] = await Promise.all([
      refundRows(system, filter, listedPage({ page, page_size })),
      countRefunds(system, filter, countedRows),
    ])
    const list = rows.map(({ asked_at, done_at, requested_by, requested_at, ...refund }) => ({
      ...refund,
      by_hand: isByHand(refund),
      asked_at: asked_at.toISOString(),
      done_at: done_at?.toISOString() ?? null,
      approval: shownWaiting({ requested_by, requested_at }),
    }))
    return { list, ...listedTotal(counted) }
  },

  async requestRefund(context, { out_refund_no }) {
    await context.system.transaction(transaction => requestRefund(transaction, context, out_refund_no))
    return {}
  },

  async rejectRefund({ system, services, actor }, { out_refund_no, reason }) {
    const refund = await refundNumbered(system, out_refund_no)
    if (!refund) throw new Refusal(-53021)
    await decideRefund(services, {
      orderNumber: refund.order_number,
      outRefundNo: out_refund_no,
      decision: { approve: false, reason },
      actor,
    })
    return {}
  },

  async resendRefund({ services, actor }, { out_refund_no }) {
    await resendRefund(services, { outRefundNo: out_refund_no, actor })
    return {}
  },

  async markRefundSent({ services, actor }, { out_refund_no, reference }) {
    await markSentBack(services, { outRefundNo: out_refund_no, reference, actor })
    return {}
  },
}
