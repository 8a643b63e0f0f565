import { operations } from '#contract/operations/index.ts'
import type {
  AnyDeferredOperation,
  DeferrableName,
  DeferredOperationsFor,
} from '#server/engines/approvals/deferred-operations.ts'
import type { Executors } from '#server/engines/approvals/executor.ts'
import type { OperationHandlersFor } from '#server/engines/operator-context.ts'
import { deferredPolicyOperations } from '#server/modules/approvals/approvals.ts'
import { carryOutWith, evidenceWith, rejectWith } from '#server/modules/approvals/carry-out.ts'
import { deferredBalanceOperations } from '#server/modules/balance/approvals.ts'
import { priceEvidence } from '#server/modules/catalogue/price-request.ts'
import { confirmPrices } from '#server/modules/catalogue/pricing.ts'
import { deferredClosing } from '#server/modules/closing/approvals.ts'
import { deferredCouponOperations } from '#server/modules/coupons/approvals.ts'
import { deferredCustomerOperations } from '#server/modules/customers/approvals.ts'
import { deferredHealthOperations } from '#server/modules/health/approvals.ts'
import { deferredLineOperations } from '#server/modules/lines/approvals.ts'
import { deferredOperatorOperations } from '#server/modules/operators/approvals.ts'
import { deferredPaymentOperations } from '#server/modules/payments/approvals.ts'
import { transferEvidence } from '#server/modules/payments/evidence.ts'
import { cancelRefund, executeRefund, executeTransfer, listArrived } from '#server/modules/payments/executors.ts'
import { refundEvidence } from '#server/modules/sales/refund-evidence.ts'
import { trialsKept } from '#server/modules/trials/approvals.ts'

const { requestRefund, requestTransfer, requestPrices } = operations
const executors: Executors = {
  refund: {
    request: requestRefund,
    execute: executeRefund,
    rejectOrWithdraw: cancelRefund,
    evidence: refundEvidence,
  },
  payment: {
    request: requestTransfer,
    execute: executeTransfer,
    rejectOrWithdraw: listArrived,
    evidence: transferEvidence,
  },
  price: { request: requestPrices, execute: confirmPrices, evidence: priceEvidence },
}

/** Exhaustive over the contract: an operation that declares `approval` and has no description here does not compile. */
const deferredOperationsByName: DeferredOperationsFor<DeferrableName> = {
  ...deferredCustomerOperations,
  ...deferredClosing,
  ...deferredCouponOperations,
  ...deferredLineOperations,
  ...deferredPaymentOperations,
  ...deferredBalanceOperations,
  ...deferredOperatorOperations,
  ...deferredHealthOperations,
  ...deferredPolicyOperations,
  ...trialsKept,
}

// Keyed by the same names as the contract and its handlers; individual types are lost because the name comes from a row.
export const deferredOperations = deferredOperationsByName as unknown as Record<string, AnyDeferredOperation>

/** Finds the evidence for a request, whether an executor or a deferred operation carries it out. */
export const evidenceOf = evidenceWith({ executors, deferredOperations })

export const rejectOrWithdraw = rejectWith(executors)

/** Takes the handlers of the operations that can be deferred for approval. */
export const createApprovalExecutor = (handlers: OperationHandlersFor<DeferrableName>) =>
  carryOutWith({
    executors,
    deferredOperations,
    handlers: handlers as unknown as Parameters<typeof carryOutWith>[0]['handlers'],
  })
