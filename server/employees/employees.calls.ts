import { departmentTree } from '../departments/departments.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { devicesOf, entriesOf, findEmployee, logOf } from './employees.sql.ts'
import { listedPeople } from './listed.ts'
import { viewOf } from './view.ts'

export const employeesCalls: HandlersFor<'getCompanyUserList' | 'getCompanyUserDetail'> = {
  getCompanyUserList: ({ company, membership }, input) => listedPeople(company, membership.companyId, input),

  async getCompanyUserDetail({ company, membership: { companyId } }, { employee_id }) {
    const [row, tree, devices, ledger, log] = await Promise.all([
      findEmployee(company, companyId, employee_id),
      departmentTree(company, companyId),
      devicesOf(company, companyId, employee_id),
      entriesOf(company, companyId, employee_id),
      logOf(company, companyId, employee_id),
    ])
    if (!row) throw new Refusal(-47001)
    return {
      employee: viewOf(row, tree),
      devices: devices.map(({ id, last_seen_at, ...device }) => ({
        device_id: id,
        ...device,
        last_seen_at: last_seen_at?.toISOString() ?? null,
      })),
      ledger: ledger.map(({ id, created_at, ...entry }) => ({
        entry_id: id,
        ...entry,
        created_at: created_at.toISOString(),
      })),
      log: log.map(({ created_at, ...entry }) => ({ ...entry, created_at: created_at.toISOString() })),
    }
  },
}
