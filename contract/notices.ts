import { z } from 'zod'
import { call } from './call.ts'
import { id, listOf, paging } from './fields.ts'
import { notice, noticeSettings as settings } from './records/notice.ts'

export const getNoticeList = call({
  path: '/v1/notice/getNoticeList',
  effect: 'read',
  access: 'account',
  about: '通知，最新的在前；unread 为未读总数。',
  input: z.strictObject({ unread_only: z.boolean().default(false), ...paging }),
  output: listOf(notice.schema).extend({ unread: z.int() }),
})

export const readNotices = call({
  path: '/v1/notice/readNotices',
  effect: 'change',
  access: 'account',
  about: '标为已读；不带 notice_ids 则全部已读。',
  input: z.strictObject({ notice_ids: z.array(id).min(1, '请选择通知').max(100, '一次最多100条').optional() }),
  output: z.object({ unread: z.int() }),
})

export const noticeSettings = z.strictObject(settings.input('set'))

export const getNoticeSettings = call({
  path: '/v1/notice/getNoticeSettings',
  effect: 'read',
  access: 'account',
  about: '哪些通知同时发送短信。',
  output: noticeSettings,
})

export const setNoticeSettings = call({
  path: '/v1/notice/setNoticeSettings',
  effect: 'change',
  access: 'account',
  about: '选择哪些通知同时发送短信。',
  input: noticeSettings,
  output: noticeSettings,
})
