import { type TicketState, ticketStateNames } from '#contract/ticket-names.ts'
import type { StateLook } from '../states.ts'

/** The company waits for an answer, has one, or is done with it. */
export const ticketLooks = {
  open: { word: ticketStateNames.open, tone: 'busy' },
  answered: { word: ticketStateNames.answered, tone: 'good' },
  closed: { word: ticketStateNames.closed, tone: 'idle' },
} as const satisfies Record<TicketState, StateLook>

/** No answer came in time. */
export const overdueLook: StateLook = { word: '已超时', tone: 'bad' }
