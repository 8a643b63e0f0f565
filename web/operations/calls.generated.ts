// Made by scripts/generate.ts from contract/operations/index.ts. Do not edit: npm run generate.
import type { OperationName } from '#contract/operations/index.ts'
import type { OperatorAccess } from '#contract/operations/operation.ts'

export interface OperationRoute {
  path: string
  access: OperatorAccess
  multipart?: true
}

export const calls: Record<OperationName, OperationRoute> = {
  getCompanyList: { path: '/companies/getCompanyList', access: ['support', 'finance'] },
  getCompanyOverview: { path: '/companies/getCompanyOverview', access: ['support', 'finance'] },
  getCompanyPeople: { path: '/companies/getCompanyPeople', access: ['support'] },
  getCompanyLedger: { path: '/companies/getCompanyLedger', access: ['support', 'finance'] },
  getCompanyLines: { path: '/companies/getCompanyLines', access: ['support'] },
  getCompanyDevices: { path: '/companies/getCompanyDevices', access: ['support'] },
  getCompanyOrders: { path: '/companies/getCompanyOrders', access: ['support', 'finance'] },
  getCompanySessions: { path: '/companies/getCompanySessions', access: ['support'] },
  getCompanyNotices: { path: '/companies/getCompanyNotices', access: ['support'] },
  getCompanyMessages: { path: '/companies/getCompanyMessages', access: ['support'] },
  getCompanyLog: { path: '/companies/getCompanyLog', access: ['support'] },
  freezeCompany: { path: '/companies/freezeCompany', access: ['support'] },
  unfreezeCompany: { path: '/companies/unfreezeCompany', access: ['support'] },
  giftCompanyHours: { path: '/companies/giftCompanyHours', access: ['support'] },
  takeBackCompanyHours: { path: '/companies/takeBackCompanyHours', access: ['support'] },
  getGiftCouponTypes: { path: '/companies/getGiftCouponTypes', access: ['support'] },
  giftCompanyCoupon: { path: '/companies/giftCompanyCoupon', access: ['support'] },
  changeCompanyOwner: { path: '/companies/changeCompanyOwner', access: ['support'] },
  correctCompany: { path: '/companies/correctCompany', access: ['support'] },
  getAccountList: { path: '/accounts/getAccountList', access: ['support'] },
  getAccountOverview: { path: '/accounts/getAccountOverview', access: ['support'] },
  setAccountState: { path: '/accounts/setAccountState', access: ['support'] },
  endSessionsFor: { path: '/accounts/endSessionsFor', access: ['support'] },
  releaseLogin: { path: '/accounts/releaseLogin', access: ['support'] },
  unmaskPhone: { path: '/accounts/unmaskPhone', access: ['support'] },
  logIn: { path: '/operator/logIn', access: 'visitor' },
  getSelf: { path: '/operator/getSelf', access: 'operator' },
  logOut: { path: '/operator/logOut', access: 'operator' },
  beginTotp: { path: '/operator/beginTotp', access: 'operator' },
  bindTotp: { path: '/operator/bindTotp', access: 'operator' },
  changeOwnPassword: { path: '/operator/changeOwnPassword', access: 'operator' },
  getOperatorList: { path: '/operator/getOperatorList', access: ['owner'] },
  setOperator: { path: '/operator/setOperator', access: ['owner'] },
  setOperatorState: { path: '/operator/setOperatorState', access: ['owner'] },
  resetOperator: { path: '/operator/resetOperator', access: ['owner'] },
  getAuditList: { path: '/audit/getAuditList', access: ['owner'] },
  exportAudit: { path: '/audit/exportAudit', access: ['owner'] },
  getApprovalList: { path: '/approval/getApprovalList', access: ['finance'] },
  decideApproval: { path: '/approval/decideApproval', access: ['finance'] },
}
