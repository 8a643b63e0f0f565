import { listedRows } from '#contract/people.ts'
import { departmentTree } from '../departments/departments.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { countEmployees, devicesOf, entriesOf, findEmployee, listEmployees, logOf } from './employees.sql.ts'
import { queryOf } from './query.ts'
import { viewOf } from './view.ts'

export const employeesCalls: HandlersFor<'getCompanyUserList' | 'getCompanyUserDetail'> = {
  async getCompanyUserList({ company, membership: { companyId } }, { order, page, page_size, ...filter }) {
    const tree = await departmentTree(company, companyId)
    const query = await queryOf(company, companyId, filter, tree)
    const offset = Math.min((page - 1) * page_size, listedRows)
    const limit = Math.min(page_size, listedRows - offset)
    const [rows, counted] = await Promise.all([
      listEmployees(company, query, { order, limit, offset }),
      countEmployees(company, query, listedRows + 1),
    ])
    return {
      list: rows.map(row => viewOf(row, tree)),
      total: Math.min(counted, listedRows),
      more: counted > listedRows,
    }
  },

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
