import type { OperationName } from '#contract/operations/index.ts'
import { invoicesOperations } from '../invoices/operations.calls.ts'
import { salesOrdersOperations } from '../orders/operations.calls.ts'
import { refundsOperations } from '../payments/operations-refunds.calls.ts'
import { transfersOperations } from '../payments/operations-transfers.calls.ts'
import { approvalsCalls } from './approvals.calls.ts'
import { auditLogCalls } from './audit-log.calls.ts'
import type { OperationHandlersFor } from './context.ts'
import { operatorsCalls } from './operators.calls.ts'

/** Total over the back office's contract: an operation without a handler does not compile. */
export const operationHandlers: OperationHandlersFor<OperationName> = {
  ...operatorsCalls,
  ...approvalsCalls,
  ...auditLogCalls,
  ...salesOrdersOperations,
  ...transfersOperations,
  ...refundsOperations,
  ...invoicesOperations,
}
