import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { refuseViolation } from '#server/database/violation.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { actorName } from '#server/engines/activity/context.ts'
import type { ManagerContext, SomeHandlers } from '#server/engines/context.ts'
import { settleNotices } from '#server/engines/notices/notices.ts'
import { settleOperatorNotices } from '#server/engines/notices/operator-notices.ts'
import { lockPeople } from '#server/modules/people/people.sql.ts'
import { endClosingRequest, insertTicket } from '#server/modules/tickets/tickets.sql.ts'
import { namedAs, newTicketNumber, notifyAssignees, subjectOf, writeMessage } from '#server/modules/tickets/tickets.ts'
import { findForfeited, findOpen, findRequest } from './closing.sql.ts'

const subject = '申请注销企业'

export const closingCalls = {
  getClosingRequest: async ({ company, membership: { companyId, role } }) => ({
    requestable: role === 'owner',
    request: (await findRequest(company, companyId)) ?? null,
  }),

  async getClosing({ system, membership: { companyId } }) {
    const [found, forfeited] = await together(system, database => [
      findOpen(database, companyId),
      findForfeited(database, companyId),
    ])
    const { requests: _, ...open } = orRefuse(found, -53021)
    return { open, forfeited: orRefuse(forfeited, -53021) }
  },

  async requestClosing({ system, company, membership, account }, { reason }) {
    const { companyId } = membership
    await requireOwner(company, membership)
    const number = newTicketNumber()
    const opening = { companyId, number, openedBy: actorName(), accountId: account.id, assigneeId: null }
    const about = { orderId: undefined, invoiceId: undefined, month: undefined }
    // Guard: the index one_closing_request. Of two concurrent requests, one succeeds.
    const { id: ticket_id } = await insertTicket(company, { ...opening, ...about, topic: 'closing', subject }).catch(
      refuseViolation(constraint => (constraint === 'one_closing_request' ? new Refusal(-57003) : undefined)),
    )
    await writeOwn(system, company, { companyId, ticketId: ticket_id, accountId: account.id, text: reason })
    await recordActivity(company, companyId, [
      { action: 'company.closing_requested', id: companyId, name: '', detail: `${number}：${reason}` },
    ])
    return { ticket_id, number }
  },

  async withdrawClosing({ system, company, membership, account }, { ticket_id }) {
    const { companyId } = membership
    await requireOwner(company, membership)
    const ticket = orRefuse(await endClosingRequest(company, companyId, ticket_id), -57003)
    await writeOwn(system, company, { companyId, ticketId: ticket_id, accountId: account.id, text: '撤回注销申请' })
    await recordActivity(company, companyId, [
      { action: 'company.closing_withdrawn', id: companyId, name: '', detail: ticket.number },
    ])
    await settleNotices(system, companyId, [subjectOf(ticket_id)])
    await settleOperatorNotices(system, subjectOf(ticket_id))
    if (ticket.assignee_id)
      await notifyAssignees(system, [ticket.assignee_id], ticket, {
        title: '企业撤回了注销申请',
        text: namedAs(ticket),
        informs: true,
      })
  },
} satisfies SomeHandlers

/** Requires that the sender is the owner still, and stays so until the transaction ends. */
async function requireOwner(
  company: Database,
  { companyId, employeeId }: Pick<ManagerContext['membership'], 'companyId' | 'employeeId'>,
): Promise<void> {
  const [person] = await lockPeople(company, companyId, [employeeId], false)
  if (person?.role !== 'owner') throw new Refusal(-41044)
}

interface OwnMessage {
  companyId: string
  ticketId: string
  accountId: string
  text: string
}

const writeOwn = (system: Database, company: Database, { companyId, ticketId, accountId, text }: OwnMessage) =>
  writeMessage(
    system,
    { company_id: companyId, ticket_id: ticketId },
    {
      kind: 'message',
      side: 'company',
      authorId: accountId,
      authorName: actorName(),
      text,
      fileIds: [],
      accountId,
    },
    company,
  )
