import { Refusal } from '#server/core/refusal.ts'
import { withinLimit } from '#server/database/limits.ts'
import type { AccountContext } from '#server/engines/context.ts'
import { type Identity, IdentityFailure } from '#server/integrations/identity/identity.ts'

/** Checks of an account a day: each costs money, and many would reveal which name has a number, or who has an account. */
const checksPerDay = 5
const day = 86_400

/** The stored result of a check, for the reviewer. */
export interface IdentityCheck {
  result: 'match' | 'undecided'
  by: string
}

/** Throws -42010 beyond the account's budget of checks, which stays spent even if the request fails. */
export async function spendCheck({ services, account }: Pick<AccountContext, 'services' | 'account'>): Promise<void> {
  if (!(await withinLimit(services.counting, `identity-check:${account.id}`, { max: checksPerDay, seconds: day })))
    throw new Refusal(-42010, checksPerDay)
}

/**
 * Has the checking service compare name and number, after the account's budget was spent. Throws -42009 where they do not belong
 * together. Returns undefined without a service; if it is out of reach, or the site's budget is spent, the reviewer decides.
 */
export async function checkIdentity(
  { services, log }: Pick<AccountContext, 'services' | 'log'>,
  identity: Identity,
): Promise<IdentityCheck | undefined> {
  const { identity: service, counting, config } = services
  if (!service) return undefined
  const undecided: IdentityCheck = { result: 'undecided', by: service.name }
  if (!(await withinLimit(counting, 'identity-check', { max: config.identityDailyLimit, seconds: day }))) {
    log.warn('the daily limit of identity checks is reached')
    return undecided
  }
  try {
    const result = await service.check(identity)
    if (result === 'mismatch') throw new Refusal(-42009)
    return { result, by: service.name }
  } catch (error) {
    if (!(error instanceof IdentityFailure)) throw error
    log.warn({ reason: error.message }, 'an identity was not checked')
    return undecided
  }
}
