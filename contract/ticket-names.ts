/** Names and limits of tickets. Browser and server share this file, so it must not import zod. */

/** The topics with which a ticket is opened by hand. */
export const openTopics = ['line', 'device', 'account', 'payment', 'invoice', 'other'] as const
/** A request for the company's closing is a ticket as well (contract/closing.ts). */
export const ticketTopics = [...openTopics, 'closing'] as const
export type TicketTopic = (typeof ticketTopics)[number]
export const ticketTopicNames: Record<TicketTopic, string> = {
  line: '专线使用',
  device: '设备与客户端',
  account: '账号与员工',
  payment: '付款与退款',
  invoice: '发票',
  other: '其他',
  closing: '注销企业',
}

export const ticketStates = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]
export const ticketStateNames = {
  open: '待答复',
  answered: '已答复',
  closed: '已关闭',
} as const satisfies Record<TicketState, string>

/**
 * An operator's views of the tickets: the operator's own, unassigned ones, overdue ones, and `waiting`, the queue of the latter
 * two.
 */
export const ticketViews = ['waiting', 'mine', 'free', 'overdue'] as const
export type TicketView = (typeof ticketViews)[number]
export const ticketViewNames: Record<TicketView, string> = {
  waiting: '待处理的',
  mine: '我负责的',
  free: '待领取的',
  overdue: '已超时的',
}

/** Who opened a ticket of the provider's: the company's own log names the platform, not the operator. */
export const providerOpened = '平台'

export const ticketEntryKinds = ['message', 'note', 'event'] as const

/** Hours within which the provider answers, unless an operator sets another deadline. */
export const ticketHours = 24
/** The most entries of a ticket that are read at once. */
export const shownTicketEntries = 500
/** The most files in one message. */
export const ticketFiles = 5
export const ticketText = { subject: 80, text: 2_000 } as const

/** The newest notices shown in an operator's bell. */
export const shownOperatorNotices = 30
