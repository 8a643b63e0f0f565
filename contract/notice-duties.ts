import type { Duty } from './duty-names.ts'
import type { NoticeKind } from './records/notice.ts'

const finance: readonly Duty[] = ['finance']

/**
 * The duties whose holders get notices of a kind, as the company's managers do. Holders of a duty limited to departments get only
 * those about people in these departments. Browser and server share this file, so it must not import zod.
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
