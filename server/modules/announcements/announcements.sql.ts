import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { OperationParsed } from '#contract/operations/index.ts'
import { announcement } from '#contract/records/announcement.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { auditActor } from '#server/engines/activity/context.ts'
import { actorName } from '#server/engines/audit/actor-name.ts'

/** An announcement without the fields that are derived from its text. */
const announcementRow = announcement.schema.omit({ excerpt: true })
export type AnnouncementRow = z.output<typeof announcementRow>
type State = AnnouncementRow['state']

const upcoming = announcementRow.omit({ state: true, revision: true, saved_by: true, saved_at: true })
export type Upcoming = z.output<typeof upcoming>
/** An announcement's text and settings, as an operator writes them. */
export type AnnouncementText = Omit<OperationParsed<'setAnnouncement'>, 'announcement_id' | 'revision'>

const upcomingColumns = selectList(upcoming, { announcement_id: 'id' })

/** Lists the announcements that are shown now or later; there are few, as nobody reads many. */
export const listUpcoming = (database: Database) =>
  database.rows(upcoming)`
    select ${upcomingColumns} from announcement
    where state = 'published' and coalesce(ends_at > now(), true)
    order by level = 'warning' desc, starts_at desc, id desc limit 100`

const state = sql`case when state <> 'published' then state when ends_at <= now() then 'ended'
  when starts_at > now() then 'coming' else 'shown' end`
const columns = sql`${upcomingColumns}, ${state} as state, revision, ${actorName(sql`saved_by`)} as saved_by, saved_at`

export const announcementList = (database: Database, filter: State | undefined, limit: number, offset: number) =>
  database.rows(announcementRow)`
    select ${columns} from announcement where ${filter ?? null}::text is null or ${state} = ${filter ?? null}
    order by starts_at desc, id desc limit ${limit} offset ${offset}`

export const countAnnouncements = (database: Database, filter: State | undefined) =>
  countRows(database, sql`announcement where ${filter ?? null}::text is null or ${state} = ${filter ?? null}`)

/** Locks an announcement, so that changes happen one after the other. */
export const lockAnnouncement = (transaction: Database, id: string) =>
  transaction.row(announcementRow)`select ${columns} from announcement where id = ${id} for update`

export const insertAnnouncement = (
  transaction: Database,
  { title, text, level, place, starts_at, ends_at }: AnnouncementText,
) =>
  transaction.one(upcoming)`
    insert into announcement (title, text, level, place, starts_at, ends_at, saved_by)
    values (${title}, ${text}, ${level}, ${place}, ${starts_at}, ${ends_at}, ${auditActor()})
    returning ${upcomingColumns}`

export const updateAnnouncement = (
  transaction: Database,
  id: string,
  { title, text, level, place, starts_at, ends_at }: AnnouncementText,
) =>
  transaction.one(upcoming)`
    update announcement set title = ${title}, text = ${text}, level = ${level}, place = ${place},
      starts_at = ${starts_at}, ends_at = ${ends_at}, revision = revision + 1, saved_by = ${auditActor()}, saved_at = now()
    where id = ${id}
    returning ${upcomingColumns}`

export const setAnnouncementStanding = (transaction: Database, id: string, to: 'published' | 'withdrawn') =>
  transaction.change`
    update announcement set state = ${to}, revision = revision + 1, saved_by = ${auditActor()}, saved_at = now()
    where id = ${id}`
