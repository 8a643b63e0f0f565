import sql, { empty } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { shownTicketEntry, ticketFile } from '#contract/records/ticket.ts'
import type { Database } from '#server/database/database.ts'

export interface NewEntry {
  kind: 'message' | 'note' | 'event'
  side: 'company' | 'provider'
  authorId: string
  authorName: string
  text: string
}

const added = z.object({ id })

export async function insertEntry(database: Database, companyId: string, ticketId: string, entry: NewEntry) {
  const row = await database.one(added)`
    insert into ticket_entry (company_id, ticket_id, kind, side, author_id, author_name, text)
    values (${companyId}, ${ticketId}, ${entry.kind}, ${entry.side}, ${entry.authorId}, ${entry.authorName}, ${entry.text})
    returning id`
  return row.id
}

/**
 * Makes uploads the company's. Guard: that they belong only to their uploader, so that nobody attaches another's file, and each is
 * attached once. Returns how many were.
 */
export const claimFiles = (
  system: Database,
  companyId: string,
  fileIds: readonly string[],
  /** The account that uploaded them; null for an operator's. */
  accountId: string | null,
) =>
  system.change`
    update stored_file set account_id = null, company_id = ${companyId}
    where id = any(${fileIds}::uuid[]) and purpose = 'ticket' and company_id is null
      and account_id is not distinct from ${accountId}::uuid`

export const attachFiles = (system: Database, companyId: string, entryId: string, fileIds: readonly string[]) =>
  system.change`
    insert into ticket_file (company_id, entry_id, file_id)
    select ${companyId}, ${entryId}, file_id from unnest(${fileIds}::uuid[]) as file_id`

const entry = shownTicketEntry.omit({ files: true })
const entryColumns = sql`id as entry_id, kind, side, author_name, text, created_at`

interface Reach {
  most: number
  /** Only entries earlier than this one. */
  before: string | undefined
}

/** Returns the newest entries, newest first. A company's handle sees only the messages (0026-tickets.sql). */
export const newestEntries = (database: Database, companyId: string, ticketId: string, { most, before }: Reach) =>
  database.rows(entry)`
    select ${entryColumns} from ticket_entry
    where company_id = ${companyId} and ticket_id = ${ticketId} ${before ? sql`and id < ${before}` : empty}
    order by id desc limit ${most}`

const file = ticketFile.omit({ url: true }).extend({ entry_id: id })

export const filesOf = (system: Database, companyId: string, entryIds: readonly string[]) =>
  system.rows(file)`
    select entry_id, stored_file.id as file_id, file_name, size
    from ticket_file join stored_file on stored_file.id = ticket_file.file_id
    where ticket_file.company_id = ${companyId} and entry_id = any(${entryIds}::uuid[]) order by stored_file.id`

const detached = z.object({ company_id: id, number: z.string(), subject: z.string(), size: z.int() })

/** Takes a file out of the ticket's message. Of two operators who do it concurrently one finds it gone. */
export const detachFile = (system: Database, ticketId: string, fileId: string) =>
  system.row(detached)`
    delete from ticket_file using ticket_entry as entry, ticket, stored_file
    where file_id = ${fileId} and entry.company_id = ticket_file.company_id and entry.id = entry_id
      and entry.ticket_id = ${ticketId} and ticket.company_id = entry.company_id and ticket.id = entry.ticket_id
      and stored_file.id = file_id
    returning ticket.company_id, ticket.number, ticket.subject, stored_file.size`
