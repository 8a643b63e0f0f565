import { z } from 'zod'
import { revision } from '../content-fields.ts'
import { announcementStates } from '../content-names.ts'
import { id, listOf, paging } from '../fields.ts'
import { announcement } from '../records/announcement.ts'
import { operation } from './operation.ts'

const getContentAnnouncementList = operation({
  path: '/content/getContentAnnouncementList',
  effect: 'read',
  access: ['content'],
  about: '公告，最新的在前。',
  input: z.strictObject({ state: z.enum(announcementStates, { error: '状态不正确' }).optional(), ...paging }),
  output: listOf(announcement.schema),
})

const setAnnouncement = operation({
  path: '/content/setAnnouncement',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '新建（草稿）或修改公告；正在显示的公告修改后立即更新。',
  input: z.strictObject({
    announcement_id: id.optional(),
    revision: revision.optional(),
    ...announcement.input('set'),
  }),
  output: z.object({ announcement_id: id }),
  success: '已保存',
  codes: [-53021, -53022, -53707],
})

const setAnnouncementState = operation({
  path: '/content/setAnnouncementState',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '发布（自开始时间起显示）或撤下公告。',
  input: z.strictObject({ announcement_id: id, revision, action: z.enum(['publish', 'withdraw']) }),
  codes: [-53021, -53022, -53707],
})

export const announcements = { getContentAnnouncementList, setAnnouncement, setAnnouncementState }
