/** The words of the back office. It has no zod, so that its pages can use it. */
import type { Effect } from '../call.ts'
import { type OperatorRole, operatorName, operatorRoles, rolesProblem } from '../records/operator-fields.ts'

export { type OperatorRole, operatorName, operatorRoles, rolesProblem }

export const roleNames: Record<OperatorRole, string> = {
  owner: '负责人',
  support: '客服',
  finance: '财务',
  content: '内容',
  network: '网络',
  auditor: '审计员',
}

/** The purpose of each role, as the operators' page says it. */
export const roleDuties: Record<OperatorRole, string> = {
  owner: '全部功能，并管理操作员与审计日志',
  support: '实名审核、设备争议、企业与账号',
  finance: '订单、收款、退款、发票、商品与优惠券',
  content: '文章、安装包、协议、公告与渠道',
  network: '地区、接入方式、地址与专线',
  auditor: '查看全部内容与审计日志，不能改动任何东西',
}

/** The roles that act: those that a call may be for, and that may decide requests. */
export type ActingRole = Exclude<OperatorRole, 'auditor'>
export const actingRoles = operatorRoles.filter(role => role !== 'auditor')

/** Those who open a company's page, keep notes on it and come back to it. */
export const followUpRoles = ['support', 'finance'] as const satisfies readonly ActingRole[]

/** Reports whether somebody with these roles may do what is for those. The owner may do everything. */
export const mayDo = (roles: readonly OperatorRole[], access: readonly ActingRole[]): boolean =>
  roles.includes('owner') || access.some(role => roles.includes(role))

/** Reports whether somebody with these roles may see what is for those, which the auditor always may. */
export const mayRead = (roles: readonly OperatorRole[], access: readonly ActingRole[]): boolean =>
  roles.includes('auditor') || mayDo(roles, access)

/** Reports whether somebody with these roles may make a call. Nothing with an effect is ever an auditor's. */
export const mayCall = (
  roles: readonly OperatorRole[],
  { access, effect }: { access: readonly ActingRole[]; effect: Effect },
): boolean => (effect === 'read' ? mayRead : mayDo)(roles, access)

/** The kinds of requests that may need a second operator, with the unit of their size; undefined where a request has no size. */
export const approvalUnits = {
  refund: 'fen',
  payment: 'fen',
  price: 'percent',
  hours: 'days',
  coupon: 'fen',
  extension: 'days',
  write_off: 'fen',
  balance: 'fen',
  operator: undefined,
  closing: undefined,
  restore: undefined,
  policy: undefined,
} as const
export type ApprovalKind = keyof typeof approvalUnits
/** The sums that a threshold counts. A price belongs to no company. */
export const daySumName = (kind: ApprovalKind): string =>
  kind === 'price' ? '一人一天合计' : '一人一天、或一家企业一天合计'
export const approvalUnitNames = { fen: '元', days: '天', percent: '%' } as const
export const approvalNames: Record<ApprovalKind, string> = {
  refund: '退款',
  payment: '人工收款',
  price: '调价',
  hours: '赠送时长',
  coupon: '优惠券',
  extension: '专线延期',
  write_off: '异常款项核销',
  balance: '余额更正',
  operator: '操作员与角色',
  closing: '注销企业',
  restore: '换上恢复的数据',
  policy: '审批规则',
}
// The cast holds because the record above names every kind and nothing else.
export const approvalKinds = Object.keys(approvalNames) as [ApprovalKind, ...ApprovalKind[]]
/** These always need a second operator, whatever anybody sets, for the reason that the page of the rules tells. */
export const alwaysWhy: Partial<Record<ApprovalKind, string>> = {
  balance: '更正凭空写下一笔钱，没有凭证、流水或订单可以核对',
  operator: '能独自设操作员的人，可以给自己设一个“第二人”，其余的规则便都落空',
  closing: '注销不能撤销，企业的成员都被移除，没有金额可以设限',
  restore: '换上恢复的数据会改动全部企业，没有金额可以设限',
  policy: '能独自放宽规则的人，不受任何规则约束',
}
/** Money and prices: one operator may come up to a sum in a day, and never to any sum. */
export const boundedKinds: readonly ApprovalKind[] = ['refund', 'payment', 'price', 'write_off']
export const isAlwaysApproved = (kind: ApprovalKind): boolean => alwaysWhy[kind] !== undefined
/** Another owner, and nobody else, decides about operators, their roles and the approval policy. */
export const decidedByOwners: readonly ApprovalKind[] = ['operator', 'policy']
/**
 * For so many hours an operator can't confirm requests of those by whom they were made, given a role or reset, since
 * these may still hold the password. A weekend lies within them, so that the holder would notice.
 */
export const appointmentHours = 72
/**
 * A confirmation that moves so many fen, ¥1,000, takes a fresh proof of the password: more than what a customer usually
 * pays for a month, so that an unattended page gives away little and the day's small refunds go on quickly.
 */
export const provedFrom = 100_000
/**
 * Reports whether a confirmation takes a fresh proof, or an act for which one operator suffices. Prices, and who may do what, always
 * take one.
 */
export function takesProof(kind: ApprovalKind, value: number | null): boolean {
  const unit = approvalUnits[kind]
  return unit === undefined || unit === 'percent' || (unit === 'fen' && (value === null || value >= provedFrom))
}
export const approvalStates = ['waiting', 'confirmed', 'rejected', 'withdrawn'] as const
export type ApprovalState = (typeof approvalStates)[number]
/** `awaiting` is the queue: the waiting requests of others that one may decide. */
export const approvalFilters = ['awaiting', ...approvalStates] as const

/** After so many seconds without a call an operator has to log in again. */
export const operatorIdle = 1_800

/**
 * The header by which a page of the back office names the operator whose page it is. All tabs share one cookie, and a tab that
 * another operator has left open must neither show nor change anything in the name of the next one.
 */
export const pageOperator = 'page-operator'

/** The second factor of an operator: the authenticator's digits, or a recovery code. Older recovery codes are shorter. */
export const totpOrRecovery = /^(\d{6}|[a-z2-9]{4}(-[a-z2-9]{4}){2}|[a-z2-9]{4}(-[a-z2-9]{4}){5})$/
