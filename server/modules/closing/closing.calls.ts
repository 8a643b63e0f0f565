import type { SomeOperations } from '#server/engines/operator-context.ts'
import { closeCompany } from './closing.ts'

export const closingOperations = {
  async closeCompany({ services }, { company_id: companyId, reason }) {
    return { people: await closeCompany(services, { companyId, reason }) }
  },
} satisfies SomeOperations
