import sql, { empty } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { companyNote } from '#contract/records/company-note.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'

type Filter = Pick<OperationParsed<'getCompanyNoteList'>, 'company_id' | 'open'>

const matching = ({ company_id, open }: Filter) => sql`true
  ${company_id ? sql`and note.company_id = ${company_id}` : empty}
  ${open ? sql`and follow_up_on is not null and done_at is null` : empty}`

export const listNotes = (system: Database, filter: Filter, { limit, offset }: Page) =>
  system.rows(companyNote.schema)`
    select note.id as note_id, note.company_id, company.name as company_name, note.text, note.author_name,
      to_char(follow_up_on, 'YYYY-MM-DD') as follow_up_on, assignee_id, operator.display_name as assignee_name,
      done_at, done_by, note.created_at
    from company_note note join company on company.id = note.company_id
      left join operator on operator.id = assignee_id
    where ${matching(filter)}
    order by ${filter.open ? sql`follow_up_on, note.id` : sql`note.id desc`} limit ${limit} offset ${offset}`

export const countNotes = (system: Database, filter: Filter) =>
  countRows(system, sql`company_note note where ${matching(filter)}`)

interface NewNote {
  companyId: string
  text: string
  authorName: string
  followUpOn: string | null
  assigneeId: string | null
}

export const insertNote = (system: Database, note: NewNote) =>
  system.change`
    insert into company_note (company_id, text, author_name, follow_up_on, assignee_id)
    values (${note.companyId}, ${note.text}, ${note.authorName}, ${note.followUpOn}::date, ${note.assigneeId}::uuid)`

const finished = z.object({ company_id: id, text: z.string() })

/** Guard: the note is open. Of two operators who finish it concurrently, one succeeds. */
export const finish = (system: Database, noteId: string, doneBy: string) =>
  system.row(finished)`
    update company_note set done_at = now(), done_by = ${doneBy}
    where id = ${noteId} and follow_up_on is not null and done_at is null returning company_id, text`

const due = finished.extend({ note_id: id, company_name: z.string(), assignee_id: id })

/** Two concurrent replicas share the work. A follow-up is due from the start of its day in China. */
export const claimDueFollowUps = (transaction: Database, limit: number) =>
  transaction.rows(due)`
    update company_note set told_at = now() from company
    where (company_note.company_id, company_note.id) in (
        select company_id, id from company_note
        where follow_up_on is not null and done_at is null and told_at is null
          and follow_up_on <= (now() at time zone 'Asia/Shanghai')::date
        order by follow_up_on, id limit ${limit} for update skip locked)
      and company.id = company_note.company_id
    returning company_note.id as note_id, company_note.company_id, company_note.text, company.name as company_name,
      assignee_id`

/** Marks an operator's follow-ups for another notification when the operator may no longer do them. */
export const resetNotified = (transaction: Database, operatorId: string) =>
  transaction.change`
    update company_note set told_at = null
    where assignee_id = ${operatorId} and follow_up_on is not null and done_at is null and told_at is not null`
