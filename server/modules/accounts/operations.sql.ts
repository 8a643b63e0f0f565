import sql, { empty, join, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { accounts } from '#contract/operations/accounts.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { wholePhone } from '#contract/phone.ts'
import { company } from '#contract/records/company.ts'
import { employee } from '#contract/records/employee.ts'
import { betweenDays } from '#server/database/china-day.ts'
import { companiesNamed } from '#server/database/companies-named.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { beginningWith } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'
import { leftJoined, selectList } from '#server/database/select-list.ts'
import { isJoined } from './membership.sql.ts'
import { newestVerification } from './newest-verification.ts'
import { failuresOf } from './throttle.ts'

export type AccountFilter = Omit<OperationParsed<'getAccountList'>, 'page' | 'page_size'>

/** The phone is masked only in the answers. */
const whole = { phone: z.string() }
const listed = accounts.getAccountList.output.shape.list.element.extend(whole)
const overview = accounts.getAccountOverview.output.extend(whole)
const { verifications, messages, audit, throttle } = overview.shape

/** The most companies and people that a keyword matches; a longer list would help nobody. */
const most = 200

/** A whole phone names one account. People's names are matched from their beginning, companies' names anywhere. */
function hasKeyword(keyword: string): Sql {
  const phone = wholePhone(keyword)
  if (phone) return sql`account.phone = ${phone}`
  const start = beginningWith(keyword)
  return sql`account.id in (
    (select id from account where display_name like ${start} limit ${most}::integer)
    union (select account_id from employee where name like ${start} limit ${most}::integer)
    union (select account_id from employee where role <> 'employee' and company_id = any(array(
      ${companiesNamed(keyword)})) limit ${most}::integer))`
}

function matching({ keyword, state, from, to }: AccountFilter): Sql {
  const conditions = [sql`true`]
  if (state) conditions.push(sql`account.state = ${state}`)
  if (keyword) conditions.push(hasKeyword(keyword))
  conditions.push(betweenDays('registered_at', from, to))
  return join(conditions, ' and ')
}

/** Accounts filtered by registration date are sorted by it, along its index. */
const timeOf = ({ from, to }: AccountFilter) => (from || to ? sql`registered_at` : sql`created_at`)

export const listAccounts = (system: Database, filter: AccountFilter, { limit, offset }: Page) => {
  const time = timeOf(filter)
  return system.rows(listed)`
  with picked as materialized (
    select id, display_name, phone, state, last_login_at, created_at, registered_at from account
    where ${matching(filter)} order by ${time} desc, id desc limit ${limit} offset ${offset}
  )
  select picked.id as account_id, coalesce(employee.name, display_name) as name, picked.phone, picked.state,
    employee.company_id, company.name as company_name, employee.role, last_login_at, picked.registered_at,
    coalesce((select newest.state from ${newestVerification(sql`picked.id`)}), 'none') as verification
  from picked
  left join employee on employee.account_id = picked.id and ${isJoined}
  left join company on company.id = employee.company_id
  order by picked.${time} desc, picked.id desc`
}

/** The count is exact up to `upTo`. It counts along the list's order, so that its index is read and not the table. */
export const countAccounts = (system: Database, filter: AccountFilter, upTo: number) =>
  countRows(
    system,
    sql`(select from account where ${matching(filter)}
      ${filter.keyword ? empty : sql`order by ${timeOf(filter)} desc`} limit ${upTo}) as counted`,
  )

/** An account with its company and the state of its failed logins. */
const accountRow = overview
  .omit({
    company: true,
    throttle: true,
    verifications: true,
    sessions: true,
    notices: true,
    messages: true,
    audit: true,
  })
  .extend(
    leftJoined(
      employee.schema.pick({ employee_id: true, role: true, service_ends_at: true }).extend({
        company_id: company.schema.shape.company_id,
        company_name: company.schema.shape.name,
        company_state: company.schema.shape.state,
        employee_state: employee.schema.shape.state,
      }),
    ).shape,
  )
  .extend(leftJoined(throttle.unwrap()).shape)

export const findAccount = (system: Database, accountId: string) =>
  system.row(accountRow)`
  select account.id as account_id, coalesce(employee.name, account.display_name) as name, account.phone, account.state,
    password_hash is not null as has_password, agreement_version, agreed_at, account.promotion_code, last_login_at,
    account.created_at, company.id as company_id, company.name as company_name, company.state as company_state,
    employee.id as employee_id, employee.role, employee.state as employee_state, employee.service_ends_at, throttle.failures,
    throttle.blocked_until
  from account
  left join employee on employee.account_id = account.id and ${isJoined}
  left join company on company.id = employee.company_id
  left join lateral (${failuresOf(sql`account.phone`, sql`account.id`)}) throttle on true
  where account.id = ${accountId}`

export const verificationsOf = (system: Database, accountId: string, limit: number) =>
  system.rows(verifications.element)`
  select verification.id as verification_id, kind, verification.state, person_name, id_number_masked as id_number, company_name, credit_code,
    reason, coalesce(operator.display_name, reviewer) as reviewer, verification.created_at, reviewed_at
  from identity_verification verification
  left join operator on reviewer = 'operator:' || operator.id
  where account_id = ${accountId} order by verification.created_at desc limit ${limit}`

export const messagesOf = (system: Database, accountId: string, limit: number) =>
  system.rows(messages.element)`
  select ${selectList(messages.element, { message_id: 'id', phone: 'phone_masked' })} from sms_message
  where account_id = ${accountId} order by created_at desc, id desc limit ${limit}`

export const auditOf = (system: Database, accountId: string, limit: number) =>
  system.rows(audit.element)`
  select entry.id as audit_id, action, coalesce(operator.display_name, entry.actor) as actor,
    jsonb_strip_nulls(jsonb_build_object('before', before, 'after', after))::text as detail, entry.created_at as at
  from audit_entry entry left join operator on entry.actor = 'operator:' || operator.id
  where target = ${`account:${accountId}`} order by entry.created_at desc, entry.id desc limit ${limit}`

/** Returns 0 when the account is not in the expected state, in case two operators change it concurrently. */
export const changeState = (system: Database, accountId: string, to: 'active' | 'disabled') =>
  system.change`
    update account set state = ${to} where id = ${accountId} and state = ${to === 'active' ? 'disabled' : 'active'}`

const workplaceRow = employee.schema.pick({ employee_id: true, name: true }).extend({ company_id: id })

export const findWorkplaceOf = (system: Database, accountId: string) =>
  system.row(workplaceRow)`
    select company_id, id as employee_id, name from employee where account_id = ${accountId} and ${isJoined}`

const phoneRow = z.object({ phone: z.string().nullable() })

export const phoneOf = (system: Database, of: 'account' | 'company', id: string) =>
  system.row(phoneRow)`${
    of === 'account'
      ? sql`select case when state <> 'deleted' then phone end as phone from account where id = ${id}`
      : sql`select contact_phone as phone from company where id = ${id}`
  }`

const companyName = company.schema.pick({ name: true })

export const companyNamed = async (system: Database, companyId: string) =>
  (await system.row(companyName)`select name from company where id = ${companyId}`)?.name

export const companyExists = async (system: Database, companyId: string) =>
  (await companyNamed(system, companyId)) !== undefined
