import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { listAndTotal, pageOf } from '#server/database/listed.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { actorName } from '#server/engines/activity/context.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { settleNotices } from '#server/engines/notices/notices.ts'
import { lockActing, settleOperatorNotices } from '#server/engines/notices/operator-notices.ts'
import { byPages, exportTable } from '#server/engines/sheets/export-table.ts'
import { requireActing } from '#server/modules/people/people.ts'
import { ticketExportColumns as columns } from './export-columns.ts'
import {
  assigneeOf,
  closeOwn,
  countInvoices,
  countOrders,
  countOwnTickets,
  findOwnTicket,
  insertTicket,
  listOwnTickets,
  releaseReopened,
  reopen,
} from './tickets.sql.ts'
import {
  entriesWithFiles,
  namedAs,
  newTicketNumber,
  notifyAssignees,
  providerName,
  subjectOf,
  writeMessage,
} from './tickets.ts'

export const ticketsCalls = {
  async openTicket(
    { system, company, membership, account },
    { topic, subject, order_id, invoice_id, month, text, file_ids },
  ) {
    const { companyId } = membership
    const number = newTicketNumber()
    await requireActing(company, membership)
    if (order_id && !(await countOrders(company, companyId, order_id))) throw new Refusal(-49010)
    if (invoice_id && !(await countInvoices(company, companyId, invoice_id))) throw new Refusal(-59723)
    const about = { orderId: order_id, invoiceId: invoice_id, month }
    const opening = { companyId, number, openedBy: actorName(), accountId: account.id, assigneeId: null }
    const added = await insertTicket(company, { ...opening, ...about, topic, subject })
    const entry = { action: 'ticket.opened' as const, id: added.id, name: namedAs({ number, subject }) }
    await recordActivity(company, companyId, [entry])
    const message = { kind: 'message', side: 'company', authorId: account.id, authorName: actorName(), text } as const
    const files = { fileIds: file_ids, accountId: account.id }
    await writeMessage(system, { company_id: companyId, ticket_id: added.id }, { ...message, ...files }, company)
    return { ticket_id: added.id, number }
  },

  getTicketList: ({ company, membership: { companyId } }, { page, page_size, ...filter }) =>
    listAndTotal(company, database => [
      listOwnTickets(database, companyId, filter, pageOf({ page, page_size })),
      countOwnTickets(database, companyId, filter),
    ]),

  exportTickets(context, filter) {
    const { company, membership } = context
    const batches = (database: Database) =>
      byPages(page => listOwnTickets(database, membership.companyId, filter, page))
    return exportTable(context, { name: '工单', columns, from: company, batches })
  },

  async getTicket({ company, services, membership: { companyId } }, { ticket_id, before }) {
    const ticket = orRefuse(await findOwnTicket(company, companyId, ticket_id), -57002)
    const { entries, older } = await entriesWithFiles(services, company, { company_id: companyId, ticket_id }, before)
    return {
      ...ticket,
      older,
      entries: entries.map(({ kind: _, ...entry }) =>
        entry.side === 'provider' ? { ...entry, author_name: providerName } : entry,
      ),
    }
  },

  async replyTicket({ system, company, membership, account }, { ticket_id, text, file_ids }) {
    const { companyId } = membership
    // The operator is locked before the ticket, as where one is disabled.
    const assigneeId = await assigneeOf(system, companyId, ticket_id)
    const acting = assigneeId && (await lockActing(system, assigneeId))
    await requireActing(company, membership)
    const ticket = await reopen(company, companyId, ticket_id)
    if (!ticket) throw new Refusal((await findOwnTicket(company, companyId, ticket_id)) ? -41044 : -57002)
    await recordActivity(company, companyId, [{ action: 'ticket.replied', id: ticket_id, name: namedAs(ticket) }])
    const message = { kind: 'message', side: 'company', authorId: account.id, authorName: actorName(), text } as const
    await writeMessage(system, ticket, { ...message, fileIds: file_ids, accountId: account.id }, company)
    if (assigneeId && !acting) await releaseReopened(system, ticket, assigneeId)
    await settleNotices(system, companyId, [subjectOf(ticket_id)])
    if (ticket.assignee_id)
      await notifyAssignees(system, [ticket.assignee_id], ticket, {
        title: `企业补充了工单 ${ticket.number}`,
        text: ticket.subject,
      })
  },

  async closeTicket({ system, company, membership }, { ticket_id }) {
    const { companyId } = membership
    await requireActing(company, membership)
    const ticket = await closeOwn(company, companyId, ticket_id)
    if (!ticket) {
      const { topic } = orRefuse(await findOwnTicket(company, companyId, ticket_id), -57002)
      throw new Refusal(topic === 'closing' ? -41044 : -57003)
    }
    await recordActivity(company, companyId, [{ action: 'ticket.closed', id: ticket_id, name: namedAs(ticket) }])
    await settleNotices(system, companyId, [subjectOf(ticket_id)])
    await settleOperatorNotices(system, subjectOf(ticket_id))
  },
} satisfies SomeHandlers
