import sql, { type Sql } from 'sql-template-tag'

/** Begins a statement or subquery with `allowed`, the ids of these departments and all their descendants. */
export const departmentsWithin = (companyId: string | Sql, within: readonly string[] | Sql): Sql => sql`
  with recursive allowed as (
    select id from department where company_id = ${companyId} and id = any(${within}::uuid[])
    union
    select department.id from department join allowed on department.parent_id = allowed.id
    where department.company_id = ${companyId}
  )`
