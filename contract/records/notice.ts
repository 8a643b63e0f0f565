import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { record } from './record.ts'

const noticeKinds = [
  'service_ending',
  'service_ended',
  'device_waiting',
  'device_decided',
  'verification_reviewed',
  'balance_low',
  'import_done',
  'order_waiting',
  'order_paid',
  'order_refunded',
  'transfer_rejected',
  'refund_rejected',
  'invoice_decided',
  'line_ending',
  'line_ended',
  'company_state',
  'gift_received',
  'line_moved',
  'line_state',
  'account_changed',
  'login_new',
  'login_held',
  'webhook_disabled',
  'token_ending',
  'robot_paused',
  'log_stream_paused',
  'sign_in_bypassed',
  'directory_halted',
  'membership_invited',
  'membership_answered',
  'membership_ended',
  'invitations_waiting',
  'connection_warned',
  'chain_head',
  'chain_broken',
  'pack_ready',
  'guest_ending',
  'request_waiting',
  'request_decided',
  'ticket_answered',
  'proposal_sent',
] as const

export type NoticeKind = (typeof noticeKinds)[number]

export const notice = record({
  notice_id: { answer: id },
  kind: { answer: z.enum(noticeKinds) },
  title: { answer: z.string() },
  text: { answer: z.string() },
  /** A path in the portal that shows the subject; empty when there is none. */
  link: { answer: z.string() },
  read: { answer: z.boolean() },
  created_at: { answer: instant },
})

const kinds = z.array(z.enum(noticeKinds, { error: '通知类型不正确' })).max(noticeKinds.length)

/** The kinds that an account also gets by short message. */
export const noticeSettings = record({ sms: { answer: kinds, set: kinds } })
