/** Words of the back office; free of zod, so that its pages can use them. */
export const operatorRoles = ['owner', 'support', 'finance', 'content', 'network'] as const
export type OperatorRole = (typeof operatorRoles)[number]

export const roleNames: Record<OperatorRole, string> = {
  owner: '负责人',
  support: '客服',
  finance: '财务',
  content: '内容',
  network: '网络',
}

/** What each role is for, as the operators' page says. */
export const roleDuties: Record<OperatorRole, string> = {
  owner: '全部功能，并管理操作员与审计日志',
  support: '实名审核、设备争议、企业与账号',
  finance: '订单、收款、退款、发票、商品与优惠券',
  content: '文章、安装包、协议、公告与渠道',
  network: '地区、接入方式、地址与专线',
}

/** Whether somebody with these roles may do what is for those. The owner may everything. */
export const mayDo = (roles: readonly OperatorRole[], access: readonly OperatorRole[]): boolean =>
  roles.includes('owner') || access.some(role => roles.includes(role))

export const operatorName = /^[a-z][a-z0-9._-]{2,31}$/

export const approvalKinds = ['refund', 'payment', 'price'] as const
export type ApprovalKind = (typeof approvalKinds)[number]
export const approvalNames: Record<ApprovalKind, string> = {
  refund: '退款',
  payment: '人工收款',
  price: '调价',
}
export const approvalStates = ['waiting', 'confirmed', 'rejected', 'withdrawn'] as const
export type ApprovalState = (typeof approvalStates)[number]
/** Who may decide which kind, beside the owner. */
export const approvalRoles: readonly OperatorRole[] = ['finance']

/** Seconds without a call after which an operator has to log in again. */
export const operatorIdle = 1_800
