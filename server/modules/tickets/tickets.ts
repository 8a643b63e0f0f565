import { randomInt } from 'node:crypto'
import type { z } from 'zod'
import { ticketPath } from '#contract/paths.ts'
import type { shownTicketEntry } from '#contract/records/ticket.ts'
import { shownTicketEntries } from '#contract/ticket-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { signedAddress } from '#server/engines/files/signed-address.ts'
import { renotify } from '#server/engines/notices/notices.ts'
import { notifyOrSupport } from '#server/engines/notices/operator-notices.ts'
import type { Services } from '#server/engines/services.ts'
import { attachFiles, claimFiles, filesOf, insertEntry, type NewEntry, newestEntries } from './entries.sql.ts'
import type { Touched } from './tickets.sql.ts'

/** The name that the company reads in place of an operator's. */
export const providerName = '客服'

export const subjectOf = (ticketId: string) => `ticket:${ticketId}`
/** The page of the back office that shows a ticket. */
const officePath = (ticketId: string) => `/operations/tickets/${ticketId}`
export const namedAs = ({ number, subject }: Pick<Touched, 'number' | 'subject'>) => `${number} ${subject}`

/** Returns a number that can be said on the phone, and that does not reveal how many there are. */
export const newTicketNumber = (): string =>
  `T${dayInChina(Date.now()).replaceAll('-', '').slice(2)}${String(randomInt(10 ** 6)).padStart(6, '0')}`

interface Writing extends NewEntry {
  fileIds: readonly string[]
  /** The account that uploaded them; null for an operator. */
  accountId: string | null
}

/**
 * Writes a message with its files, in a transaction of the system's; `database` writes the entry, which for a company is
 * its own handle. Throws -57001 where a file is not the author's to attach.
 */
export async function writeMessage(
  system: Database,
  { company_id: companyId, ticket_id: ticketId }: Pick<Touched, 'company_id' | 'ticket_id'>,
  { fileIds, accountId, ...entry }: Writing,
  database: Database,
): Promise<void> {
  const files = [...new Set(fileIds)]
  if (files.length && (await claimFiles(system, companyId, files, accountId)) !== files.length)
    throw new Refusal(-57001)
  const entryId = await insertEntry(database, companyId, ticketId, entry)
  if (files.length) await attachFiles(database, companyId, entryId, files)
}

/** Records an operator's act on the ticket, which its history keeps and the company does not see. */
export const writeEvent = (
  system: Database,
  { company_id, ticket_id }: Touched,
  operator: { id: string; display_name: string },
  { kind = 'event', text }: { kind?: 'event' | 'note'; text: string },
) =>
  insertEntry(system, company_id, ticket_id, {
    kind,
    side: 'provider',
    authorId: operator.id,
    authorName: operator.display_name,
    text,
  })

type Entry = z.output<typeof shownTicketEntry>

/**
 * Returns the newest of a ticket's entries that `reader` may see, or those before one of them, with file addresses, and whether
 * there are older ones.
 */
export async function entriesWithFiles(
  { config, system }: Pick<Services, 'config' | 'system'>,
  reader: Database,
  { company_id, ticket_id }: Pick<Touched, 'company_id' | 'ticket_id'>,
  before: string | undefined,
): Promise<{ entries: Entry[]; older: boolean }> {
  const newest = await newestEntries(reader, company_id, ticket_id, { most: shownTicketEntries + 1, before })
  const entries = newest.slice(0, shownTicketEntries).reverse()
  const ids = entries.map(({ entry_id }) => entry_id)
  const files = await filesOf(system, company_id, ids)
  const withFiles = entries.map(entry => ({
    ...entry,
    files: files
      .filter(({ entry_id }) => entry_id === entry.entry_id)
      .map(({ entry_id: _, ...file }) => ({ ...file, url: signedAddress(config, file.file_id) })),
  }))
  return { entries: withFiles, older: newest.length > entries.length }
}

type Needed = Pick<Services, 'config' | 'jobs'>

/** Notifies the company's managers of each answer. */
export const notifyCompany = (transaction: Database, services: Needed, ticket: Touched, title: string, text: string) =>
  renotify(transaction, services, {
    to: { managersOfCompany: ticket.company_id },
    kind: 'ticket_answered',
    subject: subjectOf(ticket.ticket_id),
    title: `${title}：${ticket.subject}`,
    text: text.length > 100 ? `${text.slice(0, 100)}…` : text,
    link: ticketPath(ticket.ticket_id),
  })

/** Notifies the operators whom a ticket waits for, or all of support where it has no active assignee. */
export const notifyAssignees = (
  system: Database,
  operatorIds: readonly string[],
  ticket: Touched,
  { title, text, informs = false }: { title: string; text: string; informs?: boolean },
) =>
  notifyOrSupport(system, operatorIds, {
    subject: subjectOf(ticket.ticket_id),
    title,
    text,
    link: officePath(ticket.ticket_id),
    informs,
  })
