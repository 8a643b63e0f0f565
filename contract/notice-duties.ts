import type { Duty } from './duty-names.ts'
import type { NoticeKind } from './records/notice.ts'

const finance: readonly Duty[] = ['finance']

/**
 * The duties whose holders are told of a kind like the company's managers. A duty that is limited to departments hears only of the
 * people within them. Browser and server share this file, so it has no zod.
 */
export const noticeDuties: Partial<Record<NoticeKind, readonly Duty[]>> = {
  device_waiting: ['devices', 'department'],
  balance_low: finance,
  order_waiting: finance,
  order_paid: finance,
  order_refunded: finance,
  transfer_rejected: finance,
  refund_rejected: finance,
  invoice_decided: finance,
  line_ending: finance,
  line_ended: finance,
  line_state: finance,
  proposal_sent: finance,
}
