import { z } from 'zod'
import { id, instant, line, listOf, moment, nothing, paging } from '../fields.ts'
import { revision, saved, text } from './content-fields.ts'
import { announcementLevels, announcementPlaces, announcementStates } from './content-names.ts'
import { operation } from './operation.ts'

const level = z.enum(announcementLevels, { error: '请选择级别' })
const place = z.enum(announcementPlaces, { error: '请选择显示位置' })

const getContentAnnouncementList = operation({
  path: '/content/getContentAnnouncementList',
  access: ['content'],
  about: '公告，最新的在前。',
  input: z.strictObject({ state: z.enum(announcementStates, { error: '状态不正确' }).optional(), ...paging }),
  output: listOf(
    z.object({
      announcement_id: id,
      title: z.string(),
      /** As it was written; `excerpt` is the same without Markdown's marks. */
      text: z.string(),
      excerpt: z.string(),
      level,
      place,
      starts_at: instant,
      ends_at: instant.nullable(),
      state: z.enum(announcementStates),
      ...saved,
    }),
  ),
})

const setAnnouncement = operation({
  path: '/content/setAnnouncement',
  access: ['content'],
  audited: true,
  about: '新建（草稿）或修改公告；正在显示的公告修改后立即更新。',
  input: z.strictObject({
    announcement_id: id.optional(),
    revision: revision.optional(),
    title: line('标题', 40),
    text: text('内容', 300),
    level,
    place,
    starts_at: moment('请选择开始时间'),
    ends_at: moment('结束时间不正确').nullable(),
  }),
  output: z.object({ announcement_id: id }),
  success: '已保存',
  codes: [-53021, -53022, -53707],
})

const setAnnouncementState = operation({
  path: '/content/setAnnouncementState',
  access: ['content'],
  audited: true,
  about: '发布（自开始时间起显示）或撤下公告。',
  input: z.strictObject({ announcement_id: id, revision, action: z.enum(['publish', 'withdraw']) }),
  output: nothing,
  codes: [-53021, -53022, -53707],
})

export const announcements = { getContentAnnouncementList, setAnnouncement, setAnnouncementState }
