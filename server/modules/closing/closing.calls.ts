import { orRefuse } from '#server/core/refusal.ts'
import { together } from '#server/database/together.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { companyExists } from '#server/modules/accounts/operations.sql.ts'
import { findForfeited, findOpen, findRequest } from './closing.sql.ts'
import { closeCompany } from './closing.ts'

export const closingOperations = {
  async getCompanyClosing({ system }, { company_id }) {
    orRefuse(await companyExists(system, company_id), -53021)
    const [open, forfeited, request] = await together(system, database => [
      findOpen(database, company_id),
      findForfeited(database, company_id),
      findRequest(database, company_id),
    ])
    return { open: orRefuse(open, -53021), forfeited: orRefuse(forfeited, -53021), request: request ?? null }
  },

  async closeCompany({ services }, { company_id: companyId, reason }) {
    return { people: await closeCompany(services, { companyId, reason }) }
  },
} satisfies SomeOperations
