import { z } from 'zod'
import { call } from './call.ts'
import { id, instant } from './fields.ts'
import { announcementLevels } from './operations/content-names.ts'

export const getAnnouncementList = call({
  path: '/v1/announcement/getAnnouncementList',
  access: 'public',
  about: '正在显示的公告；html 为已净化的一段文字。',
  input: z.strictObject({ place: z.enum(['site', 'console'], { error: '显示位置不正确' }) }),
  output: z.object({
    list: z.array(
      z.object({
        announcement_id: id,
        title: z.string(),
        html: z.string(),
        level: z.enum(announcementLevels),
        ends_at: instant.nullable(),
      }),
    ),
  }),
})
