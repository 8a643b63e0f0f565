// Made by scripts/generate.ts from contract/operations/index.ts. Do not edit: npm run generate.
import type { OperationName } from '#contract/operations/index.ts'
import type { OperatorAccess } from '#contract/operations/operation.ts'

export interface OperationRoute {
  path: string
  access: OperatorAccess
  multipart?: true
}

export const calls: Record<OperationName, OperationRoute> = {
  getDashboard: { path: '/dashboard/getDashboard', access: 'operator' },
  getVerificationList: { path: '/reviews/getVerificationList', access: ['support'] },
  getVerificationForReview: { path: '/reviews/getVerificationForReview', access: ['support'] },
  reviewVerification: { path: '/reviews/reviewVerification', access: ['support'] },
  getDisputeList: { path: '/reviews/getDisputeList', access: ['support'] },
  getDispute: { path: '/reviews/getDispute', access: ['support'] },
  decideDispute: { path: '/reviews/decideDispute', access: ['support'] },
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
