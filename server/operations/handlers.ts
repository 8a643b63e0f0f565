import type { OperationName } from '#contract/operations/index.ts'
import { catalogueOperations } from '../catalogue/operations.calls.ts'
import { priceOperations } from '../catalogue/prices.calls.ts'
import { skuOperations } from '../catalogue/skus.calls.ts'
import { approvalsCalls } from './approvals.calls.ts'
import { auditLogCalls } from './audit-log.calls.ts'
import type { OperationHandlersFor } from './context.ts'
import { operatorsCalls } from './operators.calls.ts'

/** Total over the back office's contract: an operation without a handler does not compile. */
export const operationHandlers: OperationHandlersFor<OperationName> = {
  ...operatorsCalls,
  ...approvalsCalls,
  ...auditLogCalls,
  ...catalogueOperations,
  ...skuOperations,
  ...priceOperations,
}
