/** How it comes that a refund gives back what it took: support rejected it, or the company withdrew it. */
export const returns = {
  rejected: { activity: 'order.refund_rejected', act: '退款未通过' },
  withdrawn: { activity: 'order.refund_withdrawn', act: '撤回退款申请' },
} as const
export type Return = keyof typeof returns
/** The words for it in the logs and ledgers. */
export type ReturnAct = (typeof returns)[Return]['act']
