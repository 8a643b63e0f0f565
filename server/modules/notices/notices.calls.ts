import { together } from '#server/database/together.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { stillConcerns } from '#server/engines/notices/audience.sql.ts'
import { countNotices, listNotices, markRead, setSetting } from '#server/engines/notices/notices.sql.ts'
import { smsKindsOf } from '#server/engines/notices/notices.ts'

export const noticesCalls = {
  async getNoticeList({ system, account, membership }, { unread_only: unreadOnly, page, page_size: limit }) {
    const shown = stillConcerns(membership)
    const [{ total, unread }, list] = await together(system, database => [
      countNotices(database, account.id, shown),
      listNotices(database, account.id, { shown, unreadOnly, limit, offset: (page - 1) * limit }),
    ])
    return { list, total: unreadOnly ? unread : total, unread }
  },

  async readNotices({ system, account, membership }, { notice_ids }) {
    await markRead(system, account.id, notice_ids)
    return { unread: (await countNotices(system, account.id, stillConcerns(membership))).unread }
  },

  async getNoticeSettings({ system, account }) {
    return { sms: await smsKindsOf(system, account.id) }
  },

  async setNoticeSettings({ system, account }, { sms }) {
    const kinds = [...new Set(sms)]
    await setSetting(system, account.id, kinds)
    return { sms: kinds }
  },
} satisfies SomeHandlers
