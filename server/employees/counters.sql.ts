import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '../database/database.ts'

// What triggers keep while people change (migration 0005): a figure is the sum of its rows.

/** By department; null for people of none. */
export const countPeople = (company: Database, companyId: string) =>
  company.rows<{ department_id: string | null; people: number }>(sql`
    select department_id, sum(employees) as people from employee_count where company_id = ${companyId}
    group by department_id having sum(employees) <> 0`)

/** All people, or those of departments, of none, in a state: what the counters know without looking at anybody. */
export const totalPeople = async (
  company: Database,
  companyId: string,
  given: { departmentIds?: string[] | undefined; withoutDepartment?: boolean | undefined; state?: string | undefined },
): Promise<number> =>
  (
    await company.row<{ people: number }>(sql`
      select coalesce(sum(employees), 0) as people from employee_count where company_id = ${companyId}
        ${given.departmentIds ? sql`and department_id = any(${given.departmentIds}::uuid[])` : sql``}
        ${given.withoutDepartment ? sql`and department_id is null` : sql``}
        ${given.state ? sql`and state = ${given.state}` : sql``}`)
  )?.people ?? 0

/**
 * How many people's service ends until `at`, a figure for a statement about one company. Whole hours are counted, and what ended
 * earlier by 32 days at once (migration 0010); of the hour that `at` is in, the people themselves. With `from`, only the hours
 * after it and its own.
 */
export function endingUntil(companyId: string | Sql, at: Sql, given: { state?: 'active'; from?: Sql } = {}): Sql {
  const inState = given.state ? sql`and state = ${given.state}` : sql``
  // A query of its own is answered once, not for each row.
  const first = given.from ? sql`(select hour_of(${given.from}))` : sql`(select block_of(hour_of(${at})) * 768)`
  const before = given.from
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
