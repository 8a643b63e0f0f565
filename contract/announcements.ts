import { z } from 'zod'
import { call } from './call.ts'
import { announcement } from './records/announcement.ts'

export const getAnnouncementList = call({
  path: '/v1/announcement/getAnnouncementList',
  effect: 'read',
  access: 'public',
  about: '正在显示的公告；html 为已净化的一段文字。',
  input: z.strictObject({ place: z.enum(['site', 'console'], { error: '显示位置不正确' }) }),
  output: z.object({
    list: z.array(
      announcement.schema
        .pick({ announcement_id: true, title: true, level: true, ends_at: true })
        .extend({ html: z.string() }),
    ),
  }),
})
