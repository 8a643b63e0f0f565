import type { TicketState } from '#contract/ticket-names.ts'
import type { StateLook } from '../states.ts'

/** The company waits for an answer, has one, or is done with it. */
export const ticketLooks = {
  open: { word: '待答复', tone: 'busy' },
  answered: { word: '已答复', tone: 'good' },
  closed: { word: '已关闭', tone: 'idle' },
} as const satisfies Record<TicketState, StateLook>

/** No answer came in time. */
export const overdueLook: StateLook = { word: '已超时', tone: 'bad' }
