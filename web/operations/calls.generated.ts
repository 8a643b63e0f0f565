// Made by scripts/generate.ts from contract/operations/index.ts. Do not edit: npm run generate.
import type { OperationName } from '#contract/operations/index.ts'
import type { OperatorAccess } from '#contract/operations/operation.ts'

export interface OperationRoute {
  path: string
  access: OperatorAccess
  multipart?: true
}

export const calls: Record<OperationName, OperationRoute> = {
  getSalesOrderList: { path: '/sales/getSalesOrderList', access: ['finance'] },
  exportSalesOrders: { path: '/sales/exportSalesOrders', access: ['finance'] },
  getSalesOrder: { path: '/sales/getSalesOrder', access: ['finance'] },
  closeSalesOrder: { path: '/sales/closeSalesOrder', access: ['finance'] },
  refundSalesOrder: { path: '/sales/refundSalesOrder', access: ['finance'] },
  getTransferList: { path: '/sales/getTransferList', access: ['finance'] },
  requestTransfer: { path: '/sales/requestTransfer', access: ['finance'] },
  rejectTransferVoucher: { path: '/sales/rejectTransferVoucher', access: ['finance'] },
  recordWrongTransfer: { path: '/sales/recordWrongTransfer', access: ['finance'] },
  previewStatement: { path: '/sales/previewStatement', access: ['finance'], multipart: true },
  requestStatement: { path: '/sales/requestStatement', access: ['finance'] },
  getTroubleList: { path: '/sales/getTroubleList', access: ['finance'] },
  returnWrongPayment: { path: '/sales/returnWrongPayment', access: ['finance'] },
  settleWrongPayment: { path: '/sales/settleWrongPayment', access: ['finance'] },
  getRefundList: { path: '/sales/getRefundList', access: ['finance'] },
  requestRefund: { path: '/sales/requestRefund', access: ['finance'] },
  rejectRefund: { path: '/sales/rejectRefund', access: ['finance'] },
  resendRefund: { path: '/sales/resendRefund', access: ['finance'] },
  markRefundSent: { path: '/sales/markRefundSent', access: ['finance'] },
  getInvoiceRequestList: { path: '/sales/getInvoiceRequestList', access: ['finance'] },
  issueInvoiceRequest: { path: '/sales/issueInvoiceRequest', access: ['finance'], multipart: true },
  rejectInvoiceRequest: { path: '/sales/rejectInvoiceRequest', access: ['finance'] },
  reverseIssuedInvoice: { path: '/sales/reverseIssuedInvoice', access: ['finance'] },
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
