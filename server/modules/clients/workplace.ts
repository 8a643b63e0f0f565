import { isDayReached } from '#server/core/day-reached.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { AccountContext } from '#server/engines/context.ts'
import { findWorkplace } from './clients.sql.ts'

/**
 * Returns the company even if it is frozen or the person disabled, as the client is told so. Throws -48010 without one.
 */
export async function requireWorkplace({ system, services, account }: AccountContext) {
  const workplace = orRefuse(await findWorkplace(system, account.id), -48010)
  return { workplace, company: services.companyDatabase(workplace.company_id) }
}

/** The same for whoever wants lines. Throws -48018 where the person has not agreed that data goes abroad. */
export async function requireLineUser(context: AccountContext) {
  const found = await requireWorkplace(context)
  if (!found.workplace.cross_border && isDayReached(context.services.config.crossBorderConsentFrom))
    throw new Refusal(-48018)
  return found
}
