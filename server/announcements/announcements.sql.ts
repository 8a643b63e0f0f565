import sql from 'sql-template-tag'
import type { AnnouncementLevel, AnnouncementPlace, AnnouncementState } from '#contract/operations/content-names.ts'
import type { Database } from '../database/database.ts'
import { actorName } from '../operations/actor-name.ts'

export interface AnnouncementText {
  title: string
  text: string
  level: AnnouncementLevel
  place: AnnouncementPlace
  starts_at: Date
  ends_at: Date | null
}

export interface AnnouncementRow extends AnnouncementText {
  id: string
  state: AnnouncementState
  revision: number
  saved_by: string
  saved_at: Date
}

/** What is shown now or will be; few, as nobody reads many. */
export const listUpcoming = (database: Database) =>
  database.rows<Omit<AnnouncementRow, 'state' | 'revision' | 'saved_by' | 'saved_at'>>(sql`
    select id, title, text, level, place, starts_at, ends_at from announcement
    where state = 'published' and coalesce(ends_at > now(), true)
    order by level = 'warning' desc, starts_at desc, id desc limit 100`)

const state = sql`case when state <> 'published' then state when ends_at <= now() then 'ended'
  when starts_at > now() then 'coming' else 'shown' end`
const columns = sql`id, title, text, level, place, starts_at, ends_at, ${state} as state, revision,
  ${actorName(sql`saved_by`)} as saved_by, saved_at`

export const announcementList = (
  database: Database,
  wanted: AnnouncementState | undefined,
  limit: number,
  offset: number,
) =>
  database.rows<AnnouncementRow>(sql`
    select ${columns} from announcement where ${wanted ?? null}::text is null or ${state} = ${wanted ?? null}
    order by starts_at desc, id desc limit ${limit} offset ${offset}`)

export const countAnnouncements = async (database: Database, wanted: AnnouncementState | undefined) =>
  (
    await database.row<{ total: number }>(sql`
      select count(*)::integer as total from announcement
      where ${wanted ?? null}::text is null or ${state} = ${wanted ?? null}`)
  )?.total ?? 0

/** Locked: one change after the other. */
export const lockAnnouncement = (transaction: Database, id: string) =>
  transaction.row<AnnouncementRow>(sql`select ${columns} from announcement where id = ${id} for update`)

export const insertAnnouncement = (transaction: Database, given: AnnouncementText, actor: string) =>
  transaction.row<{ id: string }>(sql`
    insert into announcement (title, text, level, place, starts_at, ends_at, saved_by)
    values (${given.title}, ${given.text}, ${given.level}, ${given.place}, ${given.starts_at}, ${given.ends_at}, ${actor})
    returning id`)

export const updateAnnouncement = (transaction: Database, id: string, given: AnnouncementText, actor: string) =>
  transaction.change(sql`
    update announcement set title = ${given.title}, text = ${given.text}, level = ${given.level},
      place = ${given.place}, starts_at = ${given.starts_at}, ends_at = ${given.ends_at}, revision = revision + 1,
      saved_by = ${actor}, saved_at = now()
    where id = ${id}`)

export const setAnnouncementStanding = (
  transaction: Database,
  id: string,
  to: 'published' | 'withdrawn',
  actor: string,
) =>
  transaction.change(sql`
    update announcement set state = ${to}, revision = revision + 1, saved_by = ${actor}, saved_at = now()
    where id = ${id}`)
