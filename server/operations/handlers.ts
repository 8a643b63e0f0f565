import type { OperationName } from '#contract/operations/index.ts'
import { accountOperations } from '../accounts/operations.calls.ts'
import { verificationOperations } from '../accounts/verifications.calls.ts'
import { announcementOperations } from '../announcements/operations.calls.ts'
import { catalogueOperations } from '../catalogue/operations.calls.ts'
import { priceOperations } from '../catalogue/prices.calls.ts'
import { skuOperations } from '../catalogue/skus.calls.ts'
import { channelsOperations } from '../channels/operations.calls.ts'
import { companyOperations } from '../companies/operations.calls.ts'
import { companyGiftOperations } from '../companies/operations-gifts.calls.ts'
import { companyListOperations } from '../companies/operations-lists.calls.ts'
import { couponsOperations } from '../coupons/operations.calls.ts'
import { disputeOperations } from '../devices/disputes.calls.ts'
import { devicesOperations } from '../devices/operations.calls.ts'
import { installersOperations } from '../downloads/operations.calls.ts'
import { articleCategoryOperations } from '../help/categories.calls.ts'
import { articleOperations } from '../help/operations.calls.ts'
import { invoicesOperations } from '../invoices/operations.calls.ts'
import { linesOperations } from '../lines/operations.calls.ts'
import { addressesOperations } from '../network/addresses.calls.ts'
import { addressImportOperations } from '../network/import.calls.ts'
import { placesOperations } from '../network/places.calls.ts'
import { salesOrdersOperations } from '../orders/operations.calls.ts'
import { refundsOperations } from '../payments/operations-refunds.calls.ts'
import { transfersOperations } from '../payments/operations-transfers.calls.ts'
import { termsOperations } from '../terms/operations.calls.ts'
import { approvalsCalls } from './approvals.calls.ts'
import { auditLogCalls } from './audit-log.calls.ts'
import type { OperationHandlersFor } from './context.ts'
import { dashboardOperations } from './dashboard.calls.ts'
import { operatorsCalls } from './operators.calls.ts'

/** Total over the back office's contract: an operation without a handler does not compile. */
export const operationHandlers: OperationHandlersFor<OperationName> = {
  ...dashboardOperations,
  ...verificationOperations,
  ...disputeOperations,
  ...operatorsCalls,
  ...approvalsCalls,
  ...auditLogCalls,
  ...companyOperations,
  ...companyListOperations,
  ...companyGiftOperations,
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
  ...refundsOperations,
  ...invoicesOperations,
  ...articleOperations,
  ...articleCategoryOperations,
  ...termsOperations,
  ...announcementOperations,
}
