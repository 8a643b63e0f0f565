import { actingRoles, approvalNames } from '#contract/operations/operator-names.ts'
import { providerOpened, shownOperatorNotices } from '#contract/ticket-names.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { countedRows, listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { listAwaiting } from '#server/engines/approvals/approval-list.sql.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { removeFilesJob } from '#server/engines/files/jobs.ts'
import { insertFile } from '#server/engines/files/uploads.sql.ts'
import { keepUpload } from '#server/engines/files/uploads.ts'
import { settleNotices } from '#server/engines/notices/notices.ts'
import {
  dismissOperatorNotice,
  lockActing,
  operatorNotices,
  settleOperatorNotices,
} from '#server/engines/notices/operator-notices.ts'
import type { Operator, OperatorContext, SomeOperations } from '#server/engines/operator-context.ts'
import { companyExists } from '#server/modules/accounts/operations.sql.ts'
import { detachFile, insertEntry } from './entries.sql.ts'
import {
  answered,
  assignees,
  close,
  countInvoices,
  countOrders,
  countTickets,
  findTicket,
  handOver,
  insertTicket,
  listTickets,
  noted,
  setDue,
  type Touched,
  take,
} from './tickets.sql.ts'
import {
  entriesWithFiles,
  namedAs,
  newTicketNumber,
  notifyAssignees,
  notifyCompany,
  subjectOf,
  writeEvent,
  writeMessage,
} from './tickets.ts'

export const ticketsOperations = {
  async getSupportTicketList({ system, operator }, { page, page_size, ...filter }) {
    const [list, found] = await together(system, database => [
      listTickets(database, filter, operator.id, listedPage({ page, page_size })),
      countTickets(database, filter, operator.id, countedRows),
    ])
    return { list, ...listedTotal(found) }
  },

  async getSupportTicket({ system, services }, { ticket_id, before }) {
    const ticket = orRefuse(await findTicket(system, ticket_id), -53021)
    return { ...ticket, ...(await entriesWithFiles(services, system, ticket, before)) }
  },

  getTicketAssignees: async ({ system }) => ({ list: await assignees(system, actingRoles) }),

  uploadTicketFile(context) {
    const { services, upload, operator } = context
    return keepUpload(services, { owner: `operator:${operator.id}`, purpose: 'ticket', upload }, take =>
      context.once(async ({ system }) => {
        const file = take()
        // The file has no owner until it is attached to a message.
        const file_id = await insertFile(system, file)
        const target = `file:${file_id}`
        await recordAudit(system, { action: 'ticket.file_uploaded', target, after: { size: file.size } })
        return { file_id }
      }),
    )
  },

  async openSupportTicket(
    { system, services, operator },
    { company_id: companyId, topic, subject, order_id, invoice_id, month, ...message },
  ) {
    await requireActing(system, operator)
    if (!(await companyExists(system, companyId))) throw new Refusal(-53021)
    if (order_id && !(await countOrders(system, companyId, order_id))) throw new Refusal(-53021)
    if (invoice_id && !(await countInvoices(system, companyId, invoice_id))) throw new Refusal(-53021)
    const about = { orderId: order_id, invoiceId: invoice_id, month }
    const number = newTicketNumber()
    const opening = { companyId, number, openedBy: providerOpened, accountId: null, assigneeId: operator.id }
    const added = await insertTicket(system, { ...opening, ...about, topic, subject })
    const ticket = { company_id: companyId, ticket_id: added.id, number, subject, assignee_id: operator.id }
    await writeAnswer(system, ticket, operator, message)
    const entry = { action: 'ticket.opened' as const, id: added.id, name: namedAs(ticket) }
    await recordActivity(system, companyId, [entry])
    await audit(system, 'ticket.opened', ticket)
    await notifyCompany(system, services, ticket, '客服为您建立了工单', message.text)
    return { ticket_id: added.id, number }
  },

  answerTicket: (context, { ticket_id, updated_at: updatedAt, close: closing, ...message }) =>
    change(
      context,
      ticket_id,
      async transaction => {
        const { services, operator } = context
        await requireActing(transaction, operator)
        const ticket = await answered(transaction, ticket_id, operator.id, { updatedAt, close: closing })
        if (!ticket) return undefined
        await writeAnswer(transaction, ticket, operator, message)
        const entry = { action: 'ticket.answered' as const, id: ticket_id, name: namedAs(ticket) }
        await recordActivity(transaction, ticket.company_id, [entry])
        await audit(transaction, 'ticket.answered', ticket)
        await settleOperatorNotices(transaction, subjectOf(ticket_id))
        await notifyCompany(transaction, services, ticket, '工单已答复', message.text)
        return ticket
      },
      updatedAt,
    ),

  async noteTicket({ system, operator }, { ticket_id, text }) {
    const ticket = orRefuse(await noted(system, ticket_id), -53021)
    await writeEvent(system, ticket, operator, { kind: 'note', text })
    await audit(system, 'ticket.noted', ticket)
  },

  takeTicket: (context, { ticket_id }) =>
    change(context, ticket_id, async transaction => {
      await requireActing(transaction, context.operator)
      const ticket = await take(transaction, ticket_id, context.operator.id)
      if (!ticket) return undefined
      await writeEvent(transaction, ticket, context.operator, { text: '领取工单' })
      await audit(transaction, 'ticket.taken', ticket)
      return ticket
    }),

  handOverTicket: (context, { ticket_id, from, to, note }) =>
    change(context, ticket_id, async transaction => {
      const next = orRefuse(await lockActing(transaction, to), -57004)
      const ticket = await handOver(transaction, ticket_id, from, to)
      if (!ticket) return undefined
      const { operator } = context
      await writeEvent(transaction, ticket, operator, { text: `转交给${next.display_name}：${note}` })
      await audit(transaction, 'ticket.handed_over', ticket, `转交给${next.display_name}：${note}`)
      await settleOperatorNotices(transaction, subjectOf(ticket_id))
      if (to !== operator.id)
        await notifyAssignees(transaction, [to], ticket, {
          title: `${operator.display_name}转交了工单 ${ticket.number}`,
          text: `${ticket.subject}：${note}`,
        })
      return ticket
    }),

  setTicketDue: (context, { ticket_id, due_at, note }) =>
    change(context, ticket_id, async transaction => {
      if (Date.parse(due_at) <= Date.now()) throw new Refusal(-57005)
      const ticket = await setDue(transaction, ticket_id, due_at)
      if (!ticket) return undefined
      await writeEvent(transaction, ticket, context.operator, { text: `修改期限：${note}` })
      await audit(transaction, 'ticket.due_changed', ticket, note)
      return ticket
    }),

  closeSupportTicket: (context, { ticket_id, updated_at, note }) =>
    change(
      context,
      ticket_id,
      async transaction => {
        const ticket = await close(transaction, ticket_id, updated_at)
        if (!ticket) return undefined
        await writeEvent(transaction, ticket, context.operator, { text: `关闭工单：${note}` })
        const entry = { action: 'ticket.closed' as const, id: ticket_id, name: namedAs(ticket) }
        await recordActivity(transaction, ticket.company_id, [entry])
        await audit(transaction, 'ticket.closed', ticket, note)
        await settleOperatorNotices(transaction, subjectOf(ticket_id))
        await settleNotices(transaction, ticket.company_id, [subjectOf(ticket_id)])
        return ticket
      },
      updated_at,
    ),

  async removeTicketFile({ system, services, operator }, { ticket_id, file_id, reason }) {
    const { size, ...found } = orRefuse(await detachFile(system, ticket_id, file_id), -53021)
    const { company_id } = found
    await insertEntry(system, company_id, ticket_id, {
      kind: 'message',
      side: 'provider',
      authorId: operator.id,
      authorName: operator.display_name,
      text: `移除了一个附件：${reason}`,
    })
    const entry = { action: 'ticket.file_removed' as const, id: ticket_id, name: namedAs(found) }
    await recordActivity(system, company_id, [entry])
    const before = { file: file_id, size }
    await recordAudit(system, {
      action: 'ticket.file_removed',
      target: `ticket:${ticket_id}`,
      before,
      after: { reason },
    })
    await services.jobs.enqueue(system, removeFilesJob, { file_id })
  },

  async dismissOwnNotice({ system, operator }, { subject }) {
    const dismissed = orRefuse(await dismissOperatorNotice(system, operator.id, subject), -53021)
    const after = { title: dismissed.title }
    await recordAudit(system, { action: 'operator.notice_dismissed', target: `operator:${operator.id}`, after })
  },

  async getOwnNoticeList({ system, operator }) {
    const [notices, requests] = await together(system, database => [
      operatorNotices(database, operator.id, shownOperatorNotices),
      listAwaiting(database, operator, shownOperatorNotices),
    ])
    // Auditors decide nothing, so nothing waits for them.
    const deciding = operator.roles.includes('auditor') ? [] : requests
    const waiting = deciding.map(({ approval_id, kind, summary, requested_at }) => ({
      subject: `approval:${approval_id}`,
      title: `${approvalNames[kind]}，请您确认`,
      text: summary,
      link: '/operations/approvals?state=waiting',
      informs: false,
      created_at: requested_at,
    }))
    const list = [...notices, ...waiting].sort((one, other) => other.created_at.localeCompare(one.created_at))
    return { list: list.slice(0, shownOperatorNotices) }
  },
} satisfies SomeOperations

/** Guard: an operator who is disabled meanwhile takes no ticket, which would then wait for nobody. */
const requireActing = async (transaction: Database, { id }: Operator): Promise<void> =>
  void orRefuse(await lockActing(transaction, id), -41004)

/**
 * Makes a guarded change. If it changed nothing, refuses with the reason: no such ticket, something new since what the page showed
 * (`shownAt`, for a change that depends on it), or another operator was faster.
 */
async function change(
  { system }: OperatorContext,
  ticketId: string,
  work: (transaction: Database) => Promise<Touched | undefined>,
  shownAt?: string,
): Promise<void> {
  if (await work(system)) return
  const { updated_at } = orRefuse(await findTicket(system, ticketId), -53021)
  throw new Refusal(shownAt === undefined || shownAt === updated_at ? -57003 : -57006)
}

const writeAnswer = (
  transaction: Database,
  ticket: Touched,
  operator: Operator,
  { text, file_ids }: { text: string; file_ids: string[] },
) =>
  writeMessage(
    transaction,
    ticket,
    {
      kind: 'message',
      side: 'provider',
      authorId: operator.id,
      authorName: operator.display_name,
      text,
      fileIds: file_ids,
      accountId: null,
    },
    transaction,
  )

type TicketAction = 'opened' | 'answered' | 'noted' | 'taken' | 'handed_over' | 'due_changed' | 'closed'

const audit = (
  transaction: Database,
  action: `ticket.${TicketAction}`,
  { ticket_id, company_id, ...ticket }: Touched,
  note?: string,
) =>
  recordAudit(transaction, {
    action,
    target: `ticket:${ticket_id}`,
    after: { company_id, summary: namedAs(ticket), ...(note && { note }) },
  })
