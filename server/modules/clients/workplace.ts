import { orRefuse } from '#server/core/refusal.ts'
import type { AccountContext } from '#server/engines/context.ts'
import { requirePersonal } from '#server/modules/access/personal.ts'
import { findWorkplace } from './clients.sql.ts'

/** Returns the company even if it is frozen or the person disabled, because the client shows that. Throws -48010 without one. */
export async function requireWorkplace({ system, services, account }: AccountContext) {
  const workplace = orRefuse(await findWorkplace(system, account.id), -48010)
  return { workplace, company: services.companyDatabase(workplace.company_id) }
}

/** Does the same for calls about lines. Throws what the person has yet to do first. */
export async function requireLineUser(context: AccountContext) {
  const found = await requireWorkplace(context)
  requirePersonal(found.workplace, context.services.config)
  return found
}
