/** The words of the back office. It has no zod, so that its pages can use it. */
import { type OperatorRole, operatorName, operatorRoles } from '../records/operator-fields.ts'

export { type OperatorRole, operatorName, operatorRoles }

export const roleNames: Record<OperatorRole, string> = {
  owner: '负责人',
  support: '客服',
  finance: '财务',
  content: '内容',
  network: '网络',
}

/** The purpose of each role, as the operators' page says it. */
export const roleDuties: Record<OperatorRole, string> = {
  owner: '全部功能，并管理操作员与审计日志',
  support: '实名审核、设备争议、企业与账号',
  finance: '订单、收款、退款、发票、商品与优惠券',
  content: '文章、安装包、协议、公告与渠道',
  network: '地区、接入方式、地址与专线',
}

/** Reports whether somebody with these roles may do what is for those. The owner may do everything. */
export const mayDo = (roles: readonly OperatorRole[], access: readonly OperatorRole[]): boolean =>
  roles.includes('owner') || access.some(role => roles.includes(role))

/** What may need a second operator, and the unit of its size; undefined where a request has no size. */
export const approvalUnits = {
  refund: 'fen',
  payment: 'fen',
  price: undefined,
  hours: 'days',
  coupon: 'fen',
  extension: 'days',
  write_off: 'fen',
  operator: undefined,
} as const
export type ApprovalKind = keyof typeof approvalUnits
export const approvalNames: Record<ApprovalKind, string> = {
  refund: '退款',
  payment: '人工收款',
  price: '调价',
  hours: '赠送时长',
  coupon: '优惠券',
  extension: '专线延期',
  write_off: '异常款项核销',
  operator: '操作员与角色',
}
// The cast holds because the record above names every kind and nothing else.
export const approvalKinds = Object.keys(approvalNames) as [ApprovalKind, ...ApprovalKind[]]
export const approvalStates = ['waiting', 'confirmed', 'rejected', 'withdrawn'] as const
export type ApprovalState = (typeof approvalStates)[number]
/**
 * The roles that have the page of approvals in the menu, beside the owner. The policy says who may decide which kind.
 */
export const approvalRoles: readonly OperatorRole[] = ['finance']

/** After so many seconds without a call an operator has to log in again. */
export const operatorIdle = 1_800

/** What proves an operator beside the password: the authenticator's digits, or a recovery code. */
export const totpOrRecovery = /^(\d{6}|[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4})$/
