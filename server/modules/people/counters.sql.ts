import sql, { type Sql } from 'sql-template-tag'
import { id } from '#contract/fields.ts'
import { department } from '#contract/records/department.ts'
import { countOf } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'

// Triggers keep these rows while people change (0012-counters.sql): a figure is the sum of its rows.

const departmentCount = department.schema.pick({ people: true }).extend({ dept_id: id.nullable() })

/** Counts people by department, which is null for people of none. */
export const countPeople = (company: Database, companyId: string) =>
  company.rows(departmentCount)`
    select department_id as dept_id, sum(employees) as people from employee_count where company_id = ${companyId}
    group by department_id having sum(employees) <> 0`

/** Counts all people, or those of departments, of none, in a state: the counters have the numbers, so no rows are read. */
export const totalPeople = (
  company: Database,
  companyId: string,
  filter: { departmentIds?: string[] | undefined; withoutDepartment?: boolean | undefined; state?: string | undefined },
): Promise<number> =>
  countOf(
    company,
    sql`
      select coalesce(sum(employees), 0) from employee_count where company_id = ${companyId}
        ${filter.departmentIds ? sql`and department_id = any(${filter.departmentIds}::uuid[])` : sql``}
        ${filter.withoutDepartment ? sql`and department_id is null` : sql``}
        ${filter.state ? sql`and state = ${filter.state}` : sql``}`,
  )

/**
 * Builds a figure, for a statement about one company: how many people's service ends until `at`. It sums whole hours, and earlier
 * ones in blocks of 32 days (0012-counters.sql); in the hour of `at` it counts the people themselves. With `from`, it counts only
 * the hours after `from` and the hour of `from` itself.
 */
export function endingUntil(
  companyId: string | Sql,
  at: Sql,
  { state, from }: { state?: 'active'; from?: Sql } = {},
): Sql {
  const inState = state ? sql`and state = ${state}` : sql``
  // A subquery is evaluated once, not for each row.
  const first = from ? sql`(select hour_of(${from}))` : sql`(select block_of(hour_of(${at})) * 768)`
  const before = from
    ? sql``
    : sql`+ coalesce((select sum(employees) from service_block_count
      where company_id = ${companyId} and block < (select block_of(hour_of(${at}))) ${inState}), 0)`
  return sql`(
    coalesce((select sum(employees) from service_end_count
      where company_id = ${companyId} and hour >= ${first} and hour < (select hour_of(${at})) ${inState}), 0)
    ${before}
    + (select count(*) from employee
      where company_id = ${companyId} and service_ends_at >= start_of(hour_of(${at})) and service_ends_at <= ${at}
        ${inState}))::integer`
}
