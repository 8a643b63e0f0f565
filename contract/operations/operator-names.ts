/** Names and rules of the back office. Its pages use this file, so it must not import zod. */

import type { Effect } from '../call.ts'
import { type OperatorRole, operatorName, operatorRoles, rolesProblem } from '../records/operator-fields.ts'
import { keysOf } from '../typed-keys.ts'

export { type OperatorRole, operatorName, operatorRoles, rolesProblem }

export const roleNames: Record<OperatorRole, string> = {
  owner: '负责人',
  support: '客服',
  finance: '财务',
  content: '内容',
  network: '网络',
  auditor: '审计员',
}

/** The purpose of each role, as the operators' page describes it. */
export const roleDuties: Record<OperatorRole, string> = {
  owner: '全部功能，并管理操作员与审计日志',
  support: '实名审核、设备争议、企业与账号',
  finance: '订单、收款、退款、发票、商品与优惠券',
  content: '文章、安装包、协议、公告与渠道',
  network: '地区、接入方式、地址与专线',
  auditor: '查看全部内容与审计日志，不能改动任何东西',
}

/** The roles that act: a call may admit them, and they may decide requests. */
export type ActingRole = Exclude<OperatorRole, 'auditor'>
export const actingRoles = operatorRoles.filter(role => role !== 'auditor')

/** The roles that open a company's page, keep notes on it and follow up. */
export const followUpRoles = ['support', 'finance'] as const satisfies readonly ActingRole[]

/** Reports whether one of these roles has this access. The owner may do everything. */
export const mayDo = (roles: readonly OperatorRole[], access: readonly ActingRole[]): boolean =>
  roles.includes('owner') || access.some(role => roles.includes(role))

/** Reports whether one of these roles may see what needs this access. The auditor may see everything. */
export const mayRead = (roles: readonly OperatorRole[], access: readonly ActingRole[]): boolean =>
  roles.includes('auditor') || mayDo(roles, access)

/** Reports whether one of these roles may make a call. The auditor may make none that has an effect. */
export const mayCall = (
  roles: readonly OperatorRole[],
  { access, effect }: { access: readonly ActingRole[]; effect: Effect },
): boolean => (effect === 'read' ? mayRead : mayDo)(roles, access)

/** The kinds of requests that may need a second operator, with the unit of their size; undefined for kinds without a size. */
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
/** The totals compared with a threshold. Prices have no total for each company. */
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
export const approvalKinds = keysOf(approvalNames)
/** Kinds that always need a second operator, whatever the policy, with the reason that the policies' page shows. */
export const alwaysApprovedReasons: Partial<Record<ApprovalKind, string>> = {
  balance: '更正凭空写下一笔钱，没有凭证、流水或订单可以核对',
  operator: '能独自设操作员的人，可以给自己设一个“第二人”，其余的规则便都落空',
  closing: '注销不能撤销，企业的成员都被移除，没有金额可以设限',
  restore: '换上恢复的数据会改动全部企业，没有金额可以设限',
  policy: '能独自放宽规则的人，不受任何规则约束',
}
/** Money and prices: the threshold must be finite, so that no operator may decide alone about any sum. */
export const finiteThresholdKinds: readonly ApprovalKind[] = ['refund', 'payment', 'price', 'write_off']
export const isAlwaysApproved = (kind: ApprovalKind): boolean => alwaysApprovedReasons[kind] !== undefined
/** Only another owner decides about operators, their roles, restored data and the approval policy. The database checks it too. */
export const decidedByOwners: readonly ApprovalKind[] = ['operator', 'restore', 'policy']
/**
 * Hours during which an operator cannot confirm requests of the operators who created them, gave them a role or reset them, since
 * these may still know the password. A weekend fits within them, so the holder would notice.
 */
export const appointmentHours = 72
/**
 * Fen from which a confirmation requires a fresh proof of the password (¥1,000): more than a customer usually pays for a month, so
 * that an unattended page risks little and the day's small refunds are not slowed down.
 */
export const proofThresholdFen = 100_000
/**
 * Reports whether a confirmation, or an act that one operator may do alone, requires a fresh proof. Prices and permissions always
 * do.
 */
export function takesProof(kind: ApprovalKind, value: number | null): boolean {
  const unit = approvalUnits[kind]
  return unit === undefined || unit === 'percent' || (unit === 'fen' && (value === null || value >= proofThresholdFen))
}
export const approvalStates = ['waiting', 'confirmed', 'rejected', 'withdrawn'] as const
export type ApprovalState = (typeof approvalStates)[number]
/** `awaiting` is the queue: other operators' waiting requests that the operator may decide. */
export const approvalFilters = ['awaiting', ...approvalStates] as const

/** Seconds without a call after which an operator has to log in again. */
export const operatorIdle = 1_800

/**
 * The header in which a page of the back office names its operator. All tabs share one cookie, and a tab left open by another
 * operator must neither show nor change anything in the name of the next one.
 */
export const pageOperator = 'page-operator'

/** An operator's second factor: the authenticator's digits, or a recovery code. Older recovery codes are shorter. */
export const totpOrRecovery = /^(\d{6}|[a-z2-9]{4}(-[a-z2-9]{4}){2}|[a-z2-9]{4}(-[a-z2-9]{4}){5})$/
