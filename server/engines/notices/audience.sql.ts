import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { noticeDuties } from '#contract/notice-duties.ts'
import type { NoticeKind } from '#contract/records/notice.ts'
import { keysOf } from '#contract/typed-keys.ts'
import type { Database } from '#server/database/database.ts'
import { departmentsWithin } from '#server/database/departments-within.ts'
import { dutyOf } from '#server/database/duty-of.ts'
import type { Membership } from '#server/engines/context.ts'

/**
 * Selects the readers of a company's notices: its managers and the holders of a duty. They are few and found first, as in
 * functions/settle_gone.sql.
 */
export const looking = (companyId: string): Sql => sql`
  select account_id from employee where company_id = ${companyId} and role <> 'employee'
  union
  select employee.account_id from employee_duty held
    join employee on employee.company_id = held.company_id and employee.id = held.employee_id
    where held.company_id = ${companyId}`

/**
 * Selects the accounts of a company that receive a kind of notice: the managers, and the holders of its duties. A duty limited to
 * departments receives it only if all people in the notice belong to them and none of them is a manager, whose devices such a duty
 * may not touch.
 */
export const recipientsOf = (companyId: Sql, kind: NoticeKind, about: readonly string[] = []): Sql => sql`
  select account_id from employee
  where company_id = ${companyId} and role in ('owner', 'manager') and state = 'active'
  union
  select holder.account_id from employee_duty held
  join employee holder on holder.company_id = held.company_id and holder.id = held.employee_id and holder.state = 'active'
  where held.company_id = ${companyId} and ${dutyOf} = any(${noticeDuties[kind] ?? []}::text[])
    and (held.departments is null or ${liesWithin(companyId, sql`held.departments`, sql`${about}::uuid[]`)})`

/** Reports whether there are people in `about`, and all of them are employees of these departments without a manager's role. */
const liesWithin = (companyId: Sql, departments: Sql, about: Sql): Sql => sql`
  (cardinality(${about}) > 0 and not exists (
    select from unnest(${about}) as person where not exists (
      ${departmentsWithin(companyId, departments)}
      select from employee join allowed on allowed.id = department_id
      where company_id = ${companyId} and employee.id = person and role = 'employee')))`

/** A condition on rows of `notice`: a company's notice is shown only to those who would receive it now, as `recipientsOf`. */
export function stillConcerns(reader: Membership | undefined): Sql {
  if (!reader) return sql`about_company_id is null`
  const { companyId, role, duty, departments } = reader
  const company = sql`${companyId}::uuid`
  if (role !== 'employee') return sql`(about_company_id is null or about_company_id = ${company})`
  const kinds = keysOf(noticeDuties).filter(kind => duty && noticeDuties[kind]?.includes(duty))
  const within = departments ? liesWithin(company, sql`${departments}`, sql`about_employee_ids`) : sql`true`
  return sql`(about_company_id is null or about_company_id = ${company} and kind = any(${kinds}::text[]) and ${within})`
}

const recipient = z.object({ account_id: id })

export const recipientAccounts = async (
  database: Database,
  companyId: string,
  kind: NoticeKind,
  about?: readonly string[],
): Promise<string[]> =>
  (
    await database.rows(
      recipient,
    )`select account_id from (${recipientsOf(sql`${companyId}`, kind, about)}) as recipients order by account_id`
  ).map(({ account_id }) => account_id)
