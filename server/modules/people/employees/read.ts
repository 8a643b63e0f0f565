import { verificationOf } from '#contract/people.ts'
import type { Employee } from '#contract/records/employee.ts'
import type { Config } from '#server/core/config.ts'
import { Refusal } from '#server/core/refusal.ts'
import { remainDays } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { departmentTree } from '../departments.ts'
import type { Department, Tree } from '../tree.ts'
import { type EmployeeRow, findEmployee } from './employees.sql.ts'

type Rules = Pick<Config, 'ownVerification'>

/** Adds to a row what is derived from it, from the company's departments and from the provider's rules. */
export const withDerived = ({ verified, ...row }: EmployeeRow, tree: Tree<Department>, rules: Rules): Employee => ({
  ...row,
  verification: verificationOf({ ...row, verified }, rules),
  dept_path: row.dept_id ? tree.pathOf(row.dept_id) : null,
  remain_days: remainDays(row.service_ends_at),
})

export async function requireEmployee(
  company: Database,
  companyId: string,
  employeeId: string,
  rules: Rules,
): Promise<Employee> {
  const [row, tree] = await together(company, database => [
    findEmployee(database, companyId, employeeId),
    departmentTree(database, companyId),
  ])
  if (!row) throw new Refusal(-47001)
  return withDerived(row, tree, rules)
}
