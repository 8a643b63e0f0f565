import type { SomeHandlers } from '#server/engines/context.ts'
import { devicesOf, entriesOf, logOf } from './employees.sql.ts'
import { listedPeople } from './listed.ts'
import { requireEmployee } from './read.ts'

export const employeesCalls = {
  getCompanyUserList: ({ company, membership }, input) => listedPeople(company, membership.companyId, input),

  async getCompanyUserDetail({ company, membership: { companyId } }, { employee_id }) {
    const [employee, devices, ledger, log] = await Promise.all([
      requireEmployee(company, companyId, employee_id),
      devicesOf(company, companyId, employee_id),
      entriesOf(company, companyId, employee_id),
      logOf(company, companyId, employee_id),
    ])
    return { employee, devices, ledger, log }
  },
} satisfies SomeHandlers
