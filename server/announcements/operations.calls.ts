import type { Database } from '../database/database.ts'
import { plainLine } from '../help/markdown.ts'
import { Refusal } from '../http/envelope.ts'
import { recordAudit } from '../operations/audit.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import {
  type AnnouncementRow,
  type AnnouncementText,
  announcementList,
  countAnnouncements,
  insertAnnouncement,
  lockAnnouncement,
  setAnnouncementStanding,
  updateAnnouncement,
} from './announcements.sql.ts'

const shown = ({ id, starts_at, ends_at, saved_at, ...row }: AnnouncementRow) => ({
  announcement_id: id,
  ...row,
  excerpt: plainLine(row.text),
  starts_at: starts_at.toISOString(),
  ends_at: ends_at?.toISOString() ?? null,
  saved_at: saved_at.toISOString(),
})

/** What the audit log holds of an announcement: what somebody wrote, not when it was saved before. */
const written = ({ title, text, level, place, starts_at, ends_at }: AnnouncementRow) => ({
  title,
  text,
  level,
  place,
  starts_at,
  ends_at,
})

const targetOf = (id: string) => `announcement:${id}`

async function lockKnown(transaction: Database, id: string, known: number | undefined): Promise<AnnouncementRow> {
  const row = await lockAnnouncement(transaction, id)
  if (!row) throw new Refusal(-53021)
  if (row.revision !== known)
    throw new Refusal(-53022, { revision: row.revision, saved_by: row.saved_by, saved_at: row.saved_at.toISOString() })
  return row
}

const isOver = ({ starts_at, ends_at }: AnnouncementText) =>
  ends_at !== null && (ends_at <= starts_at || ends_at.getTime() <= Date.now())

export const announcementOperations: OperationHandlersFor<
  'getContentAnnouncementList' | 'setAnnouncement' | 'setAnnouncementState'
> = {
  async getContentAnnouncementList({ system }, { state, page, page_size }) {
    const [rows, total] = await Promise.all([
      announcementList(system, state, page_size, (page - 1) * page_size),
      countAnnouncements(system, state),
    ])
    return { list: rows.map(shown), total }
  },

  async setAnnouncement({ system, actor }, { announcement_id, revision, starts_at, ends_at, ...words }) {
    const text = { ...words, starts_at: new Date(starts_at), ends_at: ends_at === null ? null : new Date(ends_at) }
    if (isOver(text)) throw new Refusal(-53707)
    return system.transaction(async transaction => {
      if (announcement_id === undefined) {
        const made = await insertAnnouncement(transaction, text, actor)
        if (!made) throw new Error('announcement answered no row')
        const target = targetOf(made.id)
        await recordAudit(transaction, { actor, action: 'announcement.created', target, after: text })
        return { announcement_id: made.id }
      }
      const before = await lockKnown(transaction, announcement_id, revision)
      await updateAnnouncement(transaction, announcement_id, text, actor)
      const target = targetOf(announcement_id)
      await recordAudit(transaction, {
        actor,
        action: 'announcement.changed',
        target,
        before: written(before),
        after: text,
      })
      return { announcement_id }
    })
  },

  async setAnnouncementState({ system, actor }, { announcement_id, revision, action }) {
    await system.transaction(async transaction => {
      const before = await lockKnown(transaction, announcement_id, revision)
      if (action === 'publish' && isOver(before)) throw new Refusal(-53707)
      const to = action === 'publish' ? 'published' : 'withdrawn'
      await setAnnouncementStanding(transaction, announcement_id, to, actor)
      await recordAudit(transaction, {
        actor,
        action: `announcement.${to}`,
        target: targetOf(announcement_id),
        before: { title: before.title, state: before.state },
        after: { state: to },
      })
    })
    return {}
  },
}
