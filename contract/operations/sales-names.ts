/** Names and rules of the back office's sales module. Its pages use this file, so it must not import zod. */

/** The states of a bank transfer, as finance sees them. */
export const transferStates = [
  'submitted',
  'confirming',
  'unpaid',
  'rejected',
  'wrong',
  'returned',
  'paid',
  'closed',
] as const
export type TransferState = (typeof transferStates)[number]
export const transferStateNames = {
  submitted: '凭证待核对',
  confirming: '待第二人确认',
  unpaid: '待汇款',
  rejected: '已驳回',
  wrong: '金额不符',
  returned: '金额不符，已退回',
  paid: '已到账',
  closed: '已关闭',
} as const satisfies Record<TransferState, string>
/** The filters of a list. Submitted transfers include those that await a second operator; `waiting` is the queue, without these. */
export const transferFilters = [
  'waiting',
  'submitted',
  'unpaid',
  'rejected',
  'wrong',
  'returned',
  'paid',
  'closed',
  'all',
] as const

/** `open` includes refunds that await a second operator; `waiting` is the queue, without these. */
export const refundFilters = ['waiting', 'open', 'asked', 'sending', 'failed', 'done', 'rejected', 'all'] as const
export const refundFilterNames = {
  waiting: '待处理',
  open: '待处理或待第二人确认',
  asked: '待同意或驳回',
  sending: '渠道退回中、待汇回',
  failed: '失败待重试',
  done: '已退回',
  rejected: '已驳回或撤回',
  all: '全部退款',
} as const satisfies Record<(typeof refundFilters)[number], string>

/** The kinds of payment trouble that an operator has to resolve. */
export const troubleKinds = ['mismatch', 'surplus', 'failed'] as const
export const troubleNames = {
  mismatch: '到账金额不符',
  surplus: '多收，待退回',
  failed: '渠道退款失败',
} as const satisfies Record<(typeof troubleKinds)[number], string>
/** `waiting` is the queue: wrong amounts without a decision. The other kinds await their refund. */
export const troubleFilters = ['waiting', ...troubleKinds] as const

/** Why a wrong amount is written off: it was settled outside the portal, or no such money ever arrived. */
export const writeOffCauses = ['elsewhere', 'mistaken'] as const
export type WriteOffCause = (typeof writeOffCauses)[number]
export const writeOffNames = {
  elsewhere: '款项已在别处处理',
  mistaken: '登记有误',
} as const satisfies Record<WriteOffCause, string>

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

/** A red invoice reverses all of an invoice, or the part that was refunded. */
export const redScopes = ['whole', 'refunded'] as const
/** Why an invoice is reversed, in the categories of the tax office. */
export const redReasons = ['ended', 'allowance', 'returned', 'wrong'] as const
export const redReasonNames = {
  ended: '服务中止',
  allowance: '销售折让',
  returned: '销货退回',
  wrong: '开票有误',
} as const satisfies Record<(typeof redReasons)[number], string>
export const taxRequestStates = ['waiting', 'done', 'failed', 'stopped'] as const
export const redScopeNames = { whole: '全额红冲', refunded: '只红冲已退款的部分' } as const

/** The outcomes of a row of a bank statement. */
export const statementVerdicts = [
  'match',
  'split',
  'part',
  'amount',
  'payer',
  'uncoded',
  'repeated',
  'waiting',
  'again',
  'done',
  'returned',
  'recorded',
  'none',
  'outgoing',
  'invalid',
] as const
export type StatementVerdict = (typeof statementVerdicts)[number]
export const statementVerdictNames = {
  match: '相符',
  split: '分次到账，合计相符',
  part: '部分到账',
  amount: '金额不符',
  payer: '户名不符',
  uncoded: '没有备注码，户名与金额相同',
  repeated: '备注码重复',
  waiting: '已提交确认',
  again: '又到账',
  done: '已入账',
  returned: '已退回',
  recorded: '已登记',
  none: '没有对应的转账',
  outgoing: '不是收入',
  invalid: '无法识别',
} as const satisfies Record<StatementVerdict, string>
/** The most rows of one statement. */
export const statementRows = 5_000
/** The most rows in one call, whose body is limited. */
export const statementBatch = 1_000
export const statementMegabytes = 2
export const invoiceMegabytes = 10

/** The gateways that provide a daily bill; bank transfers are in the bank's statement. */
export const billedGateways = ['sandbox', 'alipay', 'wechat'] as const
export const billStates = ['waiting', 'read'] as const

/** The kinds of differences between a gateway's bill and the portal's records. */
export const billDifferenceKinds = [
  'payment_unknown',
  'payment_unpaid',
  'payment_missing',
  'payment_amount',
  'refund_unknown',
  'refund_undone',
  'refund_missing',
  'refund_amount',
] as const
export type BillDifferenceKind = (typeof billDifferenceKinds)[number]
export const billDifferenceNames = {
  payment_unknown: '渠道已收款，本站没有这笔支付',
  payment_unpaid: '渠道已收款，本站没有入账',
  payment_missing: '本站已入账，渠道账单没有',
  payment_amount: '收款金额不一致',
  refund_unknown: '渠道已退款，本站没有经渠道退回的记录',
  refund_undone: '渠道已退款，本站没有办结',
  refund_missing: '本站已退款，渠道账单没有',
  refund_amount: '退款金额不一致',
} as const satisfies Record<BillDifferenceKind, string>
export const billDifferenceFilters = ['open', 'handled'] as const
