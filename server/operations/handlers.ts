import type { OperationName } from '#contract/operations/index.ts'
import { announcementOperations } from '../announcements/operations.calls.ts'
import { articleCategoryOperations } from '../help/categories.calls.ts'
import { articleOperations } from '../help/operations.calls.ts'
import { termsOperations } from '../terms/operations.calls.ts'
import { approvalsCalls } from './approvals.calls.ts'
import { auditLogCalls } from './audit-log.calls.ts'
import type { OperationHandlersFor } from './context.ts'
import { operatorsCalls } from './operators.calls.ts'

/** Total over the back office's contract: an operation without a handler does not compile. */
export const operationHandlers: OperationHandlersFor<OperationName> = {
  ...operatorsCalls,
  ...approvalsCalls,
  ...auditLogCalls,
  ...articleOperations,
  ...articleCategoryOperations,
  ...termsOperations,
  ...announcementOperations,
}
