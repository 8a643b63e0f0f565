import type { Employee } from '#contract/records/employee.ts'
import { Refusal } from '#server/core/refusal.ts'
import { remainDays } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { departmentTree } from '../departments.ts'
import type { Department, Tree } from '../tree.ts'
import { type EmployeeRow, findEmployee } from './employees.sql.ts'

/** Adds to a row what follows from it and from the company's departments. */
export const withDerived = (row: EmployeeRow, tree: Tree<Department>): Employee => ({
  ...row,
  dept_path: row.dept_id ? tree.pathOf(row.dept_id) : null,
  remain_days: remainDays(row.service_ends_at),
})

export async function requireEmployee(company: Database, companyId: string, employeeId: string): Promise<Employee> {
  const [row, tree] = await together(company, database => [
    findEmployee(database, companyId, employeeId),
    departmentTree(database, companyId),
  ])
  if (!row) throw new Refusal(-47001)
  return withDerived(row, tree)
}
