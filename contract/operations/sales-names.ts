/** Words of the sales room of the back office; free of zod, so that its pages can use them. */

/** What a bank transfer waits for, as finance sees it. */
export const transferStates = ['submitted', 'confirming', 'unpaid', 'rejected', 'wrong', 'paid', 'closed'] as const
export type TransferState = (typeof transferStates)[number]
export const transferStateNames = {
  submitted: '凭证待核对',
  confirming: '待第二人确认',
  unpaid: '待汇款',
  rejected: '已驳回',
  wrong: '金额不符',
  paid: '已到账',
  closed: '已关闭',
} as const satisfies Record<TransferState, string>
/** What a list can be asked for: what waits for the second operator is found among those it was asked of. */
export const transferFilters = ['submitted', 'unpaid', 'rejected', 'wrong', 'paid', 'closed', 'all'] as const

export const refundFilters = ['open', 'asked', 'sending', 'failed', 'done', 'rejected', 'all'] as const
export const refundFilterNames = {
  open: '待处理',
  asked: '待审核',
  sending: '退款处理中',
  failed: '退款失败',
  done: '已退款',
  rejected: '已驳回',
  all: '全部退款',
} as const satisfies Record<(typeof refundFilters)[number], string>

export const refundKinds = ['requested', 'surplus', 'mismatch'] as const
export const refundKindNames = {
  requested: '订单退款',
  surplus: '多收的款项',
  mismatch: '金额不符的款项',
} as const satisfies Record<(typeof refundKinds)[number], string>

/** Money that needs somebody. */
export const troubleKinds = ['mismatch', 'surplus', 'failed'] as const
export const troubleNames = {
  mismatch: '到账金额不符',
  surplus: '多收，待退回',
  failed: '渠道退款失败',
} as const satisfies Record<(typeof troubleKinds)[number], string>

export const invoiceFilters = [
  'open',
  'asked',
  'to_reverse',
  'issued',
  'rejected',
  'withdrawn',
  'reversed',
  'all',
] as const
export const invoiceFilterNames = {
  open: '待处理',
  asked: '待开具',
  to_reverse: '待红冲',
  issued: '已开具',
  rejected: '已驳回',
  withdrawn: '已撤回',
  reversed: '已红冲',
  all: '全部发票',
} as const satisfies Record<(typeof invoiceFilters)[number], string>

/** What became of a row of a bank statement. */
export const statementVerdicts = [
  'match',
  'amount',
  'payer',
  'repeated',
  'waiting',
  'done',
  'none',
  'outgoing',
  'invalid',
] as const
export type StatementVerdict = (typeof statementVerdicts)[number]
export const statementVerdictNames = {
  match: '相符',
  amount: '金额不符',
  payer: '户名不符',
  repeated: '备注码重复',
  waiting: '已提交确认',
  done: '已入账',
  none: '没有对应的转账',
  outgoing: '不是收入',
  invalid: '无法识别',
} as const satisfies Record<StatementVerdict, string>
/** Rows of one statement, and its size. */
export const statementRows = 5_000
export const statementMegabytes = 2
export const invoiceMegabytes = 10
