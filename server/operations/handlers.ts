import type { OperationName } from '#contract/operations/index.ts'
import { verificationOperations } from '../accounts/verifications.calls.ts'
import { disputeOperations } from '../devices/disputes.calls.ts'
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
}
