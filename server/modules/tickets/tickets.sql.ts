import sql, { empty, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { ParsedOf } from '#contract/index.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { ticket } from '#contract/records/ticket.ts'
import { ticketHours } from '#contract/ticket-names.ts'
import { getTicketList } from '#contract/tickets.ts'
import { companiesNamed } from '#server/database/companies-named.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { hasPart } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'
import { actsIn } from '#server/engines/notices/operator-notices.ts'

const own = getTicketList.output.shape.list.element

const ownColumns = sql`ticket.id as ticket_id, ticket.number, topic, ticket.subject, ticket.state, opened_by, ticket.order_id,
  shop_order.number as order_number, about_invoice_id as invoice_id, invoice.invoice_number, about_month as month, ticket.created_at, updated_at`
const withSubjects = sql`ticket
  left join shop_order on shop_order.company_id = ticket.company_id and shop_order.id = ticket.order_id
  left join invoice on invoice.company_id = ticket.company_id and invoice.id = about_invoice_id`

const ofCompany = (companyId: string, { state, keyword }: Pick<ParsedOf<'getTicketList'>, 'state' | 'keyword'>) => sql`
  ticket.company_id = ${companyId} ${state ? sql`and ticket.state = ${state}` : empty}
  ${keyword ? sql`and (${hasPart(sql`ticket.subject`, keyword)} or ${hasPart(sql`ticket.number`, keyword)})` : empty}`

type OwnFilter = Pick<ParsedOf<'getTicketList'>, 'state' | 'keyword'>

export const listOwnTickets = (company: Database, companyId: string, filter: OwnFilter, page: Page) =>
  company.rows(own)`
    select ${ownColumns} from ${withSubjects} where ${ofCompany(companyId, filter)}
    order by ticket.updated_at desc, ticket.id desc limit ${page.limit} offset ${page.offset}`

export const countOwnTickets = (company: Database, companyId: string, filter: OwnFilter) =>
  countRows(company, sql`ticket where ${ofCompany(companyId, filter)}`)

export const findOwnTicket = (company: Database, companyId: string, ticketId: string) =>
  company.row(own)`
    select ${ownColumns} from ${withSubjects} where ticket.company_id = ${companyId} and ticket.id = ${ticketId}`

const isOverdue = sql`(ticket.state = 'open' and ticket.due_at <= now())`
/** The queue: tickets that nobody has taken, and late ones, whoever has them. */
export const waits = sql`ticket.state = 'open' and (ticket.assignee_id is null or ticket.due_at <= now())`

const columns = sql`ticket.company_id, company.name as company_name, ${ownColumns}, assignee_id,
  operator.display_name as assignee_name, due_at, ${isOverdue} as overdue`
const source = sql`${withSubjects} join company on company.id = ticket.company_id
  left join operator on operator.id = ticket.assignee_id`

type Filter = Omit<OperationParsed<'getSupportTicketList'>, 'page' | 'page_size'>

/** The view `mine` has the tickets of the operator with `operatorId`. */
const matching = ({ state, topic, view, company_id, keyword }: Filter, operatorId: string): Sql => {
  const views = {
    waiting: waits,
    mine: sql`ticket.assignee_id = ${operatorId} and ticket.state <> 'closed'`,
    free: sql`ticket.assignee_id is null and ticket.state = 'open'`,
    overdue: isOverdue,
  }
  return sql`true ${state ? sql`and ticket.state = ${state}` : empty} ${topic ? sql`and ticket.topic = ${topic}` : empty}
    ${view ? sql`and ${views[view]}` : empty} ${company_id ? sql`and ticket.company_id = ${company_id}` : empty}
    ${
      keyword
        ? sql`and (${hasPart(sql`ticket.subject`, keyword)} or ${hasPart(sql`ticket.number`, keyword)}
            or ticket.company_id in (${companiesNamed(keyword)}))`
        : empty
    }`
}

export const listTickets = (system: Database, filter: Filter, operatorId: string, page: Page) =>
  system.rows(ticket.schema)`
    select ${columns} from ${source} where ${matching(filter, operatorId)}
    order by due_at nulls last, ticket.updated_at desc, ticket.id desc limit ${page.limit} offset ${page.offset}`

/** Counts at most `most`. */
export const countTickets = (system: Database, filter: Filter, operatorId: string, most: number) =>
  countRows(system, sql`(select from ticket where ${matching(filter, operatorId)} limit ${most}) as counted`)

export const findTicket = (system: Database, ticketId: string) =>
  system.row(ticket.schema)`select ${columns} from ${source} where ticket.id = ${ticketId}`

const added = z.object({ id })

export interface Opening {
  companyId: string
  number: string
  openedBy: string
  accountId: string | null
  assigneeId: string | null
  topic: string
  subject: string
  orderId: string | undefined
  invoiceId: string | undefined
  month: string | undefined
}

const inTime = sql`now() + make_interval(hours => ${ticketHours}::integer)`

export const insertTicket = (database: Database, opening: Opening) =>
  database.one(added)`
    insert into ticket (company_id, number, topic, subject, opened_by, account_id, order_id, about_invoice_id, about_month,
      assignee_id, due_at)
    values (${opening.companyId}, ${opening.number}, ${opening.topic}, ${opening.subject}, ${opening.openedBy},
      ${opening.accountId}, ${opening.orderId ?? null}, ${opening.invoiceId ?? null}, ${opening.month ?? null},
      ${opening.assigneeId}, ${inTime})
    returning id`

export const countOrders = (database: Database, companyId: string, orderId: string) =>
  countRows(database, sql`shop_order where company_id = ${companyId} and id = ${orderId}`)

export const countInvoices = (database: Database, companyId: string, invoiceId: string) =>
  countRows(database, sql`invoice where company_id = ${companyId} and id = ${invoiceId}`)

const touched = z.object({
  company_id: id,
  ticket_id: id,
  number: z.string(),
  subject: z.string(),
  assignee_id: id.nullable(),
})
export type Touched = z.output<typeof touched>
const touchedColumns = sql`company_id, id as ticket_id, number, subject, assignee_id`

const assigned = z.object({ assignee_id: id.nullable() })

export const assigneeOf = async (system: Database, companyId: string, ticketId: string) =>
  (await system.row(assigned)`select assignee_id from ticket where company_id = ${companyId} and id = ${ticketId}`)
    ?.assignee_id

/** A request for the closing that has ended stays so: only the owner's proof begins another. */
const opensAgain = sql`(topic <> 'closing' or state <> 'closed')`

/** The company has written again. A ticket that was answered or closed is open again, with a new deadline. */
export const reopen = (company: Database, companyId: string, ticketId: string) =>
  company.row(touched)`
    update ticket set state = 'open', updated_at = now(), closed_at = null,
      due_at = case when state = 'open' then due_at else ${inTime} end,
      overdue_told_at = case when state = 'open' then overdue_told_at end
    where company_id = ${companyId} and id = ${ticketId} and ${opensAgain} returning ${touchedColumns}`

/** Guard: the state. Of two people who close it concurrently, one succeeds. A request for the closing is withdrawn by the owner. */
export const closeOwn = (company: Database, companyId: string, ticketId: string) =>
  company.row(touched)`
    update ticket set state = 'closed', due_at = null, updated_at = now(), closed_at = now()
    where company_id = ${companyId} and id = ${ticketId} and state <> 'closed' and topic <> 'closing'
    returning ${touchedColumns}`

/** Ends the request for the company's closing: the one given, or whichever there is. */
export const endClosingRequest = (database: Database, companyId: string, ticketId?: string) =>
  database.row(touched)`
    update ticket set state = 'closed', due_at = null, updated_at = now(), closed_at = now()
    where company_id = ${companyId} and topic = 'closing' and state <> 'closed'
      ${ticketId ? sql`and id = ${ticketId}` : empty} returning ${touchedColumns}`

interface Answering {
  /** The last change that the operator saw. */
  updatedAt: string
  close: boolean
}

/**
 * The answering operator gets the ticket, unless another one has it who is still active.
 * Guard: the last change. A message of the company or a colleague's answer that arrives meanwhile is read first.
 */
export const answered = (system: Database, ticketId: string, operatorId: string, { updatedAt, close }: Answering) =>
  system.row(touched)`
    update ticket set state = ${close ? 'closed' : 'answered'}, due_at = null, updated_at = now(),
      overdue_told_at = null, closed_at = case when ${close} then now() end,
      first_answered_at = coalesce(first_answered_at, now()),
      assignee_id = coalesce((select id from operator where id = ticket.assignee_id and ${actsIn()}), ${operatorId})
    where id = ${ticketId} and updated_at = ${updatedAt} and ${opensAgain} returning ${touchedColumns}`

/** Guard: that nobody has it. Of two concurrent operators, the row's lock lets one through, and the other finds it taken. */
export const take = (system: Database, ticketId: string, operatorId: string) =>
  system.row(touched)`
    update ticket set assignee_id = ${operatorId}, updated_at = now()
    where id = ${ticketId} and assignee_id is null and state <> 'closed' returning ${touchedColumns}`

/** Guard: who has it. It is handed over from the operator whom the page showed, or not at all. */
export const handOver = (system: Database, ticketId: string, from: string | null, to: string) =>
  system.row(touched)`
    update ticket set assignee_id = ${to}, updated_at = now()
    where id = ${ticketId} and assignee_id is not distinct from ${from}::uuid and state <> 'closed'
    returning ${touchedColumns}`

/**
 * Returns the tickets of an inactive operator to everyone; late ones are reported again. Their history shows the reason, and they
 * keep their place in the company's list.
 */
export const release = (system: Database, operatorId: string, why: string) =>
  system.change`
    with released as (
      update ticket set assignee_id = null, overdue_told_at = null
      where assignee_id = ${operatorId} and state <> 'closed' returning company_id, id
    )
    insert into ticket_entry (company_id, ticket_id, kind, side, author_name, text)
    select company_id, id, 'event', 'provider', '系统', ${why} from released order by company_id, id`

/** A reopened ticket whose operator has left waits for anybody. */
export const releaseReopened = (system: Database, { company_id, ticket_id }: Touched, operatorId: string) =>
  system.change`
    with released as (
      update ticket set assignee_id = null
      where company_id = ${company_id} and id = ${ticket_id} and assignee_id = ${operatorId} returning company_id, id
    )
    insert into ticket_entry (company_id, ticket_id, kind, side, author_name, text)
    select company_id, id, 'event', 'provider', '系统', '原负责人已不能处理，工单回到待领取' from released`

export const setDue = (system: Database, ticketId: string, dueAt: string) =>
  system.row(touched)`
    update ticket set due_at = ${dueAt}, overdue_told_at = null, updated_at = now()
    where id = ${ticketId} and state = 'open' returning ${touchedColumns}`

/** Guard: the last change that the operator saw, as for an answer. */
export const close = (system: Database, ticketId: string, updatedAt: string) =>
  system.row(touched)`
    update ticket set state = 'closed', due_at = null, updated_at = now(), closed_at = now()
    where id = ${ticketId} and state <> 'closed' and updated_at = ${updatedAt} returning ${touchedColumns}`

/** A ticket that only got a note keeps its place in the company's list. */
export const noted = (system: Database, ticketId: string) =>
  system.row(touched)`select ${touchedColumns} from ticket where id = ${ticketId} for key share`

const assignee = z.object({ operator_id: id, name: z.string(), tickets: z.int() })

export const assignees = (system: Database, roles: readonly string[]) =>
  system.rows(assignee)`
    select operator.id as operator_id, display_name as name,
      (select count(*)::integer from ticket where assignee_id = operator.id and ticket.state <> 'closed') as tickets
    from operator where operator.state = 'active' and roles && ${roles}::text[] order by display_name, operator.id`

const late = touched.extend({ company_name: z.string() })

/** Two concurrent replicas share the work. */
export const claimOverdue = (transaction: Database, limit: number) =>
  transaction.rows(late)`
    update ticket set overdue_told_at = now() from company
    where (ticket.company_id, ticket.id) in (
        select company_id, id from ticket
        where state = 'open' and due_at <= now() and overdue_told_at is null
        order by due_at limit ${limit} for update skip locked)
      and company.id = ticket.company_id
    returning ticket.company_id, ticket.id as ticket_id, ticket.number, ticket.subject, ticket.assignee_id,
      company.name as company_name`
