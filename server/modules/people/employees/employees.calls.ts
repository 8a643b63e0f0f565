import { together } from '#server/database/together.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { devicesOf, entriesOf, logOf } from './employees.sql.ts'
import { listedPeople } from './listed.ts'
import { requireEmployee } from './read.ts'

export const employeesCalls = {
  getCompanyUserList: ({ services, company, membership }, input) =>
    listedPeople(company, services.config, membership, input),

  async getCompanyUserDetail({ services, company, membership: { companyId } }, { employee_id }) {
    const [employee, devices, ledger, log] = await together(company, database => [
      requireEmployee(database, companyId, employee_id, services.config),
      devicesOf(database, companyId, employee_id),
      entriesOf(database, companyId, employee_id),
      logOf(database, companyId, employee_id),
    ])
    return { employee, devices, ledger, log }
  },
} satisfies SomeHandlers
