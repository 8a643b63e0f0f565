import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { changedMeanwhile } from '#server/engines/audit/changed-meanwhile.ts'
import { plainLine } from '#server/engines/markdown/markdown.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import {
  type AnnouncementRow,
  type AnnouncementText,
  announcementList,
  countAnnouncements,
  insertAnnouncement,
  lockAnnouncement,
  setAnnouncementStanding,
  type Upcoming,
  updateAnnouncement,
} from './announcements.sql.ts'

const withExcerpt = (row: AnnouncementRow) => ({ ...row, excerpt: plainLine(row.text) })

/** The audit log holds an announcement's content, not when it was saved. */
const written = ({ title, text, level, place, starts_at, ends_at }: Upcoming) => ({
  title,
  text,
  level,
  place,
  starts_at,
  ends_at,
})

const targetOf = (id: string) => `announcement:${id}`

async function lockVersion(
  transaction: Database,
  id: string,
  expectedVersion: number | undefined,
): Promise<AnnouncementRow> {
  const row = orRefuse(await lockAnnouncement(transaction, id), -53021)
  if (row.revision !== expectedVersion) throw changedMeanwhile(row)
  return row
}

const isOver = ({ starts_at, ends_at }: Pick<AnnouncementText, 'starts_at' | 'ends_at'>) =>
  ends_at !== null && Date.parse(ends_at) <= Math.max(Date.parse(starts_at), Date.now())

export const announcementOperations = {
  async getContentAnnouncementList({ system }, { state, page, page_size }) {
    const [rows, total] = await together(system, database => [
      announcementList(database, state, page_size, (page - 1) * page_size),
      countAnnouncements(database, state),
    ])
    return { list: rows.map(withExcerpt), total }
  },

  async setAnnouncement({ system }, { announcement_id, revision, ...text }) {
    if (isOver(text)) throw new Refusal(-53707)
    const before = announcement_id === undefined ? undefined : await lockVersion(system, announcement_id, revision)
    const saved = before
      ? await updateAnnouncement(system, before.announcement_id, text)
      : await insertAnnouncement(system, text)
    await recordAudit(system, {
      action: before ? 'announcement.changed' : 'announcement.created',
      target: targetOf(saved.announcement_id),
      before: before && written(before),
      after: written(saved),
    })
    return { announcement_id: saved.announcement_id }
  },

  async setAnnouncementState({ system }, { announcement_id, revision, action }) {
    const before = await lockVersion(system, announcement_id, revision)
    if (action === 'publish' && isOver(before)) throw new Refusal(-53707)
    const to = action === 'publish' ? 'published' : 'withdrawn'
    await setAnnouncementStanding(system, announcement_id, to)
    await recordAudit(system, {
      action: `announcement.${to}`,
      target: targetOf(announcement_id),
      before: { title: before.title, state: before.state },
      after: { state: to },
    })
  },
} satisfies SomeOperations
