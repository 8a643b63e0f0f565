import type { AccessOperation } from '#contract/operations/access-plan.ts'
import type { OperationInput } from '#contract/operations/index.ts'
import { Plan } from '#web/ui/plan/plan.tsx'
import { useOperationPreview } from './use-operation.ts'

interface OperationPlanProps<Name extends AccessOperation> {
  operation: Name
  /** Undefined while there is nothing to plan. */
  input: OperationInput<Name> | undefined
  isRequest?: boolean
}

/** Previews the effect of an operation on who can use which line of the company. */
export function OperationPlan<Name extends AccessOperation>({ operation, input, isRequest }: OperationPlanProps<Name>) {
  const plan = useOperationPreview('planOperation', input && { operation, input: { ...input } })
  return <Plan plan={plan} isRequest={isRequest} />
}

/** A placeholder: the reason is written later, and the effect of an operation does not depend on it. */
export const plannedReason = '计划'
