import type { OperationName } from '#contract/operations/index.ts'
import type { OperationHandlersFor } from '#server/engines/operator-context.ts'
import { accountOperations } from '#server/modules/accounts/operations.calls.ts'
import { announcementOperations } from '#server/modules/announcements/operations.calls.ts'
import { approvalsCalls } from '#server/modules/approvals/approvals.calls.ts'
import { evidenceCallsWith } from '#server/modules/approvals/evidence.calls.ts'
import { approvalPolicyCalls } from '#server/modules/approvals/policy.calls.ts'
import { auditLogCalls } from '#server/modules/audit-log/audit-log.calls.ts'
import { balanceOperations } from '#server/modules/balance/operations.calls.ts'
import { catalogueOperations } from '#server/modules/catalogue/operations.calls.ts'
import { priceOperations } from '#server/modules/catalogue/prices.calls.ts'
import { skuOperations } from '#server/modules/catalogue/skus.calls.ts'
import { channelsOperations } from '#server/modules/channels/operations.calls.ts'
import { closingOperations } from '#server/modules/closing/closing.calls.ts'
import { companyOperations } from '#server/modules/companies/operations.calls.ts'
import { contractsOperations } from '#server/modules/contracts/operations.calls.ts'
import { couponsOperations } from '#server/modules/coupons/operations.calls.ts'
import { companyGiftOperations } from '#server/modules/customers/gifts.calls.ts'
import { companyListOperations } from '#server/modules/customers/lists.calls.ts'
import { companyNoteOperations } from '#server/modules/customers/notes.calls.ts'
import { customerOperations } from '#server/modules/customers/operations.calls.ts'
import { dashboardOperations } from '#server/modules/dashboard/dashboard.calls.ts'
import { disputeOperations } from '#server/modules/devices/disputes.calls.ts'
import { devicesOperations } from '#server/modules/devices/operations.calls.ts'
import { installersOperations } from '#server/modules/downloads/operations.calls.ts'
import { figuresOperations } from '#server/modules/figures/figures.calls.ts'
import { healthOperations } from '#server/modules/health/health.calls.ts'
import { articleCategoryOperations } from '#server/modules/help/categories.calls.ts'
import { articleOperations } from '#server/modules/help/operations.calls.ts'
import { invoicesOperations } from '#server/modules/invoices/operations.calls.ts'
import { linesOperations } from '#server/modules/lines/operations.calls.ts'
import { officeViewOperations } from '#server/modules/list-views/operations.calls.ts'
import { addressesOperations } from '#server/modules/network/addresses.calls.ts'
import { addressImportOperations } from '#server/modules/network/import.calls.ts'
import { placesOperations } from '#server/modules/network/places.calls.ts'
import { operatorLoginsCalls } from '#server/modules/operators/logins.calls.ts'
import { operatorsCalls } from '#server/modules/operators/operators.calls.ts'
import { operatorPasskeysCalls } from '#server/modules/operators/passkeys.calls.ts'
import { billsOperations } from '#server/modules/payments/bills/bills.calls.ts'
import { refundsOperations } from '#server/modules/payments/operations-refunds.calls.ts'
import { transfersOperations } from '#server/modules/payments/operations-transfers.calls.ts'
import { proposalsOperations } from '#server/modules/proposals/operations.calls.ts'
import { salesOrdersOperations } from '#server/modules/sales/operations.calls.ts'
import { termsOperations } from '#server/modules/terms/operations.calls.ts'
import { ticketsOperations } from '#server/modules/tickets/operations.calls.ts'
import { trialsOperations } from '#server/modules/trials/operations.calls.ts'
import { verificationOperations } from '#server/modules/verification/verifications.calls.ts'
import { planSalesRefund } from '../refund-plans.ts'
import { previewOperations } from '../site/preview.calls.ts'
import { planOperation, recordingOperations } from './access-operations.ts'
import { createApprovalExecutor, evidenceOf, rejectOrWithdraw } from './approvals.ts'

const own = {
  ...closingOperations,
  ...dashboardOperations,
  ...balanceOperations,
  ...figuresOperations,
  ...verificationOperations,
  ...disputeOperations,
  ...ticketsOperations,
  ...proposalsOperations,
  ...contractsOperations,
  ...trialsOperations,
  ...operatorsCalls,
  ...operatorLoginsCalls,
  ...operatorPasskeysCalls,
  ...approvalPolicyCalls,
  ...previewOperations,
  ...customerOperations,
  ...auditLogCalls,
  ...companyOperations,
  ...companyListOperations,
  ...companyGiftOperations,
  ...companyNoteOperations,
  ...officeViewOperations,
  ...accountOperations,
  ...devicesOperations,
  ...placesOperations,
  ...addressesOperations,
  ...addressImportOperations,
  ...linesOperations,
  ...installersOperations,
  ...couponsOperations,
  ...channelsOperations,
  ...catalogueOperations,
  ...skuOperations,
  ...priceOperations,
  ...salesOrdersOperations,
  ...transfersOperations,
  ...billsOperations,
  ...refundsOperations,
  ...invoicesOperations,
  ...articleOperations,
  ...articleCategoryOperations,
  ...termsOperations,
  ...announcementOperations,
  ...healthOperations,
}

// These also carry out requests that a second operator confirms.
const handlers = recordingOperations(own)

/** Exhaustive over the back office's contract: an operation without a handler does not compile. */
export const operationHandlers: OperationHandlersFor<OperationName> = {
  ...handlers,
  planSalesRefund,
  planOperation: (context, input) => planOperation(own, context, input),
  // A confirmed request may be carried out by any of the other handlers.
  ...approvalsCalls(createApprovalExecutor(handlers), rejectOrWithdraw),
  ...evidenceCallsWith(evidenceOf),
}
