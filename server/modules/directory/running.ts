import { compare, type Plan, TooManyLeave } from './compare.ts'
import { type Telling, tellFailed, tellHalted } from './telling.ts'

/**
 * Compares everything, or these people alone. A directory that lets too many go is not believed: it stops, and the managers are
 * told. They are told, too, where a comparison fails, because nobody's leaving takes effect then.
 */
export async function compareAll(
  services: Telling,
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
      await tellHalted(services, companyId, disabled + removed)
      return 'halted'
    }
    // Where the database is away nobody can be told either; the error itself is what the job or the call ends with.
    await tellFailed(services, companyId).catch(() => undefined)
    throw error
  }
}
