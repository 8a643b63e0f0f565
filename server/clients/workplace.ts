import type { AccountContext } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { findWorkplace } from './clients.sql.ts'

/** The account's company, also where it is frozen or the person is disabled: the client is told so. -48010 without one. */
export async function requireWorkplace({ system, services, account }: AccountContext) {
  const workplace = await findWorkplace(system, account.id)
  if (!workplace) throw new Refusal(-48010)
  return { workplace, company: services.companyDatabase(workplace.company_id) }
}
