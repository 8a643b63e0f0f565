import type { Database } from '#server/database/database.ts'

/** One announcement has expired and one is a draft, so that the pages show none by default. */
export const insertAnnouncements = (database: Database) =>
  database.change`
    insert into announcement (title, text, level, place, starts_at, ends_at, state, saved_by)
    values
      ('系统维护已完成', '控制台与客户端的维护已经完成，所有功能恢复正常。', 'info', 'both',
        now() - interval '30 days', now() - interval '28 days', 'published', 'portal'),
      ('客服时间调整', '客服时间调整为 **8:30–21:00**，紧急故障请随时拨打客服电话；自助排查见[帮助中心](/help)。',
        'info', 'both', now() + interval '20 days', now() + interval '45 days', 'draft', 'portal')`
