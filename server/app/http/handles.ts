import type { SharedTransaction } from '#server/database/shared-transaction.ts'
import type { ManagerContext, PublicContext } from '#server/engines/context.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import type { Services } from '#server/engines/services.ts'

/** A context of any access level; parts that a level does not provide are missing. */
export type AnyContext = PublicContext &
  Partial<Pick<ManagerContext, 'account' | 'membership' | 'company' | 'token'>> &
  Partial<Pick<OperatorContext, 'operator' | 'session'>>

type Handles = Pick<Services, 'system' | 'searches' | 'companyDatabase'>

export const handlesOf = ({ system, company }: SharedTransaction): Handles => ({
  system,
  searches: () => system,
  companyDatabase: company,
})

/** Returns the same context with other database handles. */
export function within<Context extends AnyContext>(context: Context, handles: Handles): Context {
  const { membership, operator } = context
  return {
    ...context,
    services: { ...context.services, ...handles },
    system: operator ? handles.searches(operator.id) : handles.system,
    ...(context.company && membership && { company: handles.companyDatabase(membership.companyId) }),
  }
}
