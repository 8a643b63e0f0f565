/** The words for tickets. Browser and server share this file, so it has no zod. */

export const ticketTopics = ['line', 'device', 'account', 'payment', 'invoice', 'other'] as const
export type TicketTopic = (typeof ticketTopics)[number]
export const ticketTopicNames: Record<TicketTopic, string> = {
  line: '专线使用',
  device: '设备与客户端',
  account: '账号与员工',
  payment: '付款与退款',
  invoice: '发票',
  other: '其他',
}

export const ticketStates = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof ticketStates)[number]
export const ticketStateNames = {
  open: '待答复',
  answered: '已答复',
  closed: '已关闭',
} as const satisfies Record<TicketState, string>

/** An operator's view of the tickets: one's own, those nobody has taken, those that are late, and both of the latter, the queue. */
export const ticketViews = ['waiting', 'mine', 'free', 'overdue'] as const
export const ticketViewNames: Record<(typeof ticketViews)[number], string> = {
  waiting: '待处理的',
  mine: '我负责的',
  free: '待领取的',
  overdue: '已超时的',
}

export const ticketEntryKinds = ['message', 'note', 'event'] as const

/** The provider answers within so many hours, unless an operator sets another deadline. */
export const ticketHours = 24
/** A ticket shows so many of its newest entries. */
export const shownTicketEntries = 500
/** One message takes so many files. */
export const ticketFiles = 5
export const ticketText = { subject: 80, text: 2_000 } as const

/** A bell shows so many of the newest notices to an operator. */
export const shownOperatorNotices = 30
