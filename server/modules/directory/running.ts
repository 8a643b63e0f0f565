import { compare, type Plan, TooManyLeave } from './compare.ts'
import { haltDirectory, type Needed, reportFailed } from './directory-notices.ts'

/**
 * Compares everyone, or these people alone. A directory that removes too many people is not trusted: it stops, and the managers are
 * notified. They are notified, too, where a comparison fails, because no leaving takes effect then.
 */
export async function compareAll(
  services: Needed,
  companyId: string,
  externalIds?: readonly string[],
): Promise<Plan | 'halted'> {
  try {
    return await services.system.transaction(transaction =>
      compare(transaction, services, { companyId, ...(externalIds && { externalIds }), mode: 'sync' }),
    )
  } catch (error) {
    if (error instanceof TooManyLeave) {
      const { disabled, removed } = error.plan.totals
      await haltDirectory(services, companyId, disabled + removed)
      return 'halted'
    }
    // Where the database is away nobody can be notified either; the job or the call ends with the original error.
    await reportFailed(services, companyId).catch(() => undefined)
    throw error
  }
}
