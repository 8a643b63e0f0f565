import { contract, type InputOf } from '#contract/index.ts'
import type { OperationInput } from '#contract/operations/index.ts'
import { operations } from '#contract/operations/index.ts'
import { companyNote } from '#contract/records/company-note.ts'
import { ticket, ticketEntry } from '#contract/records/ticket.ts'
import type { testPortal } from '../portal.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

/** Records of companies' questions, and of operators' notes about companies. */
export async function ticketRecords({
  call,
  make,
  operate,
}: Awaited<ReturnType<typeof testPortal>>): Promise<Record<string, WrittenRecord>> {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const support = await make.operator('support')

  async function openTicket(values: Values) {
    // The values come from the fields of this very call.
    const input = { topic: 'other', subject: '请问', text: '如何续费', ...values } as InputOf<'openTicket'>
    const answer = await call('openTicket', input, { sid })
    return answer.code === 200 ? answer.data.ticket_id : notWritten(answer)
  }
  const read = async (ticket_id: string) => (await operate('getSupportTicket', { ticket_id }, support)).data

  return {
    ticket: {
      record: ticket,
      read,
      values: {
        topic: () => 'invoice',
        order_id: async () => (await make.order(company, { state: 'pending' })).id,
        invoice_id: async () => (await make.invoice(company)).id,
        month: () => '2026-10',
      },
      writings: [
        {
          call: 'openTicket',
          fields: without(contract.openTicket.input.shape, 'text', 'file_ids'),
          write: openTicket,
        },
      ],
    },
    ticketEntry: {
      record: ticketEntry,
      read: async ticketId => {
        const [entry] = (await read(ticketId)).entries
        return entry && { ...entry, file_ids: entry.files.map(({ file_id }) => file_id) }
      },
      values: {
        file_ids: async () => [(await make.storedFile({ accountId: company.owner.account.id, purpose: 'ticket' })).id],
      },
      writings: [
        {
          call: 'openTicket',
          fields: without(contract.openTicket.input.shape, 'topic', 'subject', 'order_id', 'invoice_id', 'month'),
          write: openTicket,
        },
      ],
    },
    companyNote: {
      record: companyNote,
      read: async company_id => (await operate('getCompanyNoteList', { company_id }, support)).data.list[0],
      values: { follow_up_on: () => '2999-01-01', assignee_id: () => support.id },
      writings: [
        {
          call: 'addCompanyNote',
          fields: without(operations.addCompanyNote.input.shape, 'company_id'),
          write: async values => {
            const { id: company_id } = await make.company()
            const follows = 'assignee_id' in values && { follow_up_on: '2999-01-01' }
            // The values come from the fields of this very call.
            const input = { company_id, text: '备注', ...follows, ...values } as OperationInput<'addCompanyNote'>
            const answer = await operate('addCompanyNote', input, support)
            return answer.code === 200 ? company_id : notWritten(answer)
          },
        },
      ],
    },
  }
}
