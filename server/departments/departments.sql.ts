import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { Department } from './tree.ts'

/** Changes of one company's tree happen one after the other: two moves at once could close a circle that neither sees. */
export const lockTree = (transaction: Database, companyId: string) =>
  transaction.row(sql`
    select pg_advisory_xact_lock(hashtextextended(${`departments ${companyId}`}, 0))::text as locked`)

export const listDepartments = (company: Database, companyId: string) =>
  company.rows<Department>(sql`select id, parent_id, name, sort from department where company_id = ${companyId}`)

export const insertDepartment = (
  company: Database,
  { companyId, parentId, name, sort }: { companyId: string; parentId: string | null; name: string; sort: number },
) =>
  company.row<{ id: string }>(sql`
    insert into department (company_id, parent_id, name, sort)
    values (${companyId}, ${parentId}, ${name}, ${sort}) returning id`)

export const updateDepartment = (
  company: Database,
  companyId: string,
  { id, parentId, name }: { id: string; parentId: string | null; name: string },
) =>
  company.change(sql`
    update department set parent_id = ${parentId}, name = ${name} where company_id = ${companyId} and id = ${id}`)

/** Numbers siblings from 0 in the order given. */
export const orderSiblings = (company: Database, companyId: string, ids: string[]) =>
  company.change(sql`
    update department set sort = place - 1
    from unnest(${ids}::uuid[]) with ordinality as given (id, place)
    where company_id = ${companyId} and department.id = given.id and sort <> place - 1`)

export const countInside = (company: Database, companyId: string, id: string) =>
  company.row<{ people: number; children: number }>(sql`
    select
      (select count(*) from employee where company_id = ${companyId} and department_id = ${id}) as people,
      (select count(*) from department where company_id = ${companyId} and parent_id = ${id}) as children
    from department where company_id = ${companyId} and id = ${id}`)

export const deleteDepartment = (company: Database, companyId: string, id: string) =>
  company.change(sql`delete from department where company_id = ${companyId} and id = ${id}`)
