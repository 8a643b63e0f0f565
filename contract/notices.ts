import { z } from 'zod'
import { call } from './call.ts'
import { id, instant, listOf, paging } from './fields.ts'

export const noticeKinds = [
  'service_ending',
  'service_ended',
  'device_waiting',
  'device_decided',
  'verification_reviewed',
  'balance_low',
  'import_done',
  'order_paid',
  'order_refunded',
  'invoice_decided',
  'line_ending',
  'line_ended',
  'company_state',
  'gift_received',
  'line_moved',
] as const

export const getNoticeList = call({
  path: '/v1/notice/getNoticeList',
  access: 'account',
  about: '通知，最新的在前；unread 为未读总数。',
  input: z.strictObject({ unread_only: z.boolean().default(false), ...paging }),
  output: listOf(
    z.object({
      notice_id: id,
      kind: z.enum(noticeKinds),
      title: z.string(),
      text: z.string(),
      /** A path of the portal that shows what it is about; empty when there is none. */
      link: z.string(),
      read: z.boolean(),
      created_at: instant,
    }),
  ).extend({ unread: z.int() }),
})

export const readNotices = call({
  path: '/v1/notice/readNotices',
  access: 'account',
  about: '标为已读；不带 notice_ids 则全部已读。',
  input: z.strictObject({ notice_ids: z.array(id).min(1, '请选择通知').max(100, '一次最多100条').optional() }),
  output: z.object({ unread: z.int() }),
})

export const noticeSettings = z.strictObject({
  sms: z.array(z.enum(noticeKinds, { error: '通知类型不正确' })).max(noticeKinds.length),
})

export const getNoticeSettings = call({
  path: '/v1/notice/getNoticeSettings',
  access: 'account',
  about: '哪些通知同时发送短信。',
  input: z.strictObject({}),
  output: noticeSettings,
})

export const setNoticeSettings = call({
  path: '/v1/notice/setNoticeSettings',
  access: 'account',
  about: '选择哪些通知同时发送短信。',
  input: noticeSettings,
  output: noticeSettings,
})
