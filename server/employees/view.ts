import type { OutputOf } from '#contract/index.ts'
import type { Department, Tree } from '../departments/tree.ts'
import { remainDays } from '../hours/service-time.ts'
import type { EmployeeRow } from './employees.sql.ts'

/** An employee as calls answer one. */
export function viewOf(row: EmployeeRow, tree: Tree<Department>): OutputOf<'getCompanyUserDetail'>['employee'] {
  return {
    employee_id: row.id,
    name: row.name,
    phone: row.phone,
    job_number: row.job_number,
    dept_id: row.department_id,
    dept_path: row.department_id ? tree.pathOf(row.department_id) : null,
    role: row.role,
    state: row.state,
    device_limit: row.device_limit,
    device_count: row.device_count,
    service_ends_at: row.service_ends_at?.toISOString() ?? null,
    remain_days: remainDays(row.service_ends_at),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
