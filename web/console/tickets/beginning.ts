import { ticketText } from '#contract/ticket-names.ts'
import { uuid } from '#web/ui/list/address.ts'
import type { TicketAbout } from './new-ticket-dialog.tsx'

/** The parameters with which a link begins a ticket. */
export const beginning = ['new', 'order', 'invoice', 'month', 'subject']
const month = /^2\d{3}-(0[1-9]|1[0-2])$/

/** Returns the subject of a new ticket according to a link in the console. */
export function aboutOf(search: URLSearchParams): TicketAbout {
  const [orderId, invoiceId] = [uuid(search.get('order') ?? ''), uuid(search.get('invoice') ?? '')]
  const named = search.get('month') ?? ''
  return {
    orderId,
    invoiceId,
    month: month.test(named) ? named : undefined,
    subject: search.get('subject')?.slice(0, ticketText.subject),
  }
}
