import sql, { join, type Sql } from 'sql-template-tag'
import type { AccountState } from '#contract/operations/companies-names.ts'
import { startOfDay } from '../database/china-day.ts'
import type { Database } from '../database/database.ts'
import { beginningWith, hasPart } from '../database/like.ts'

export interface AccountFilter {
  keyword?: string | undefined
  state?: AccountState | undefined
  /** Registered on these days in China, both included. */
  from?: string | undefined
  to?: string | undefined
}

export interface ListedAccount {
  account_id: string
  name: string
  phone: string
  state: AccountState
  company_id: string | null
  company_name: string | null
  role: 'owner' | 'manager' | 'employee' | null
  verification: 'under_review' | 'approved' | 'rejected' | null
  last_login_at: Date | null
  created_at: Date
}

/** Companies and people that one keyword brings in; more are no answer to anybody. */
const most = 2_000

/** A whole phone names one account. Else names are looked for from their beginning, those of companies anywhere in them. */
function hasKeyword(keyword: string): Sql {
  if (/^1\d{10}$/.test(keyword)) return sql`account.phone = ${keyword}`
  const start = beginningWith(keyword)
  return sql`account.id in (
    (select id from account where display_name like ${start} limit ${most}::integer)
    union (select account_id from employee where name like ${start} limit ${most}::integer)
    union (select account_id from employee where role <> 'employee' and company_id = any(array(
      select id from company where ${hasPart(sql`name`, keyword)} limit ${most}::integer)) limit ${most}::integer))`
}

function matching({ keyword, state, from, to }: AccountFilter): Sql {
  const conditions = [sql`true`]
  if (state) conditions.push(sql`account.state = ${state}`)
  if (keyword) conditions.push(hasKeyword(keyword))
  if (from) conditions.push(sql`registered_at >= ${startOfDay(from)}`)
  if (to) conditions.push(sql`registered_at < ${startOfDay(to)} + interval '1 day'`)
  return join(conditions, ' and ')
}

export const listAccounts = (
  system: Database,
  filter: AccountFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  system.rows<ListedAccount>(sql`
    with picked as materialized (
      select id, display_name, phone, state, last_login_at, created_at from account
      where ${matching(filter)} order by created_at desc, id desc limit ${limit} offset ${offset}
    )
    select picked.id as account_id, coalesce(employee.name, display_name) as name, picked.phone, picked.state,
      employee.company_id, company.name as company_name, employee.role, last_login_at, picked.created_at,
      (select state from identity_verification where account_id = picked.id
        order by created_at desc limit 1) as verification
    from picked
    left join employee on employee.account_id = picked.id
    left join company on company.id = employee.company_id
    order by picked.created_at desc, picked.id desc`)

/** Exact up to `most`. */
export const countAccounts = async (system: Database, filter: AccountFilter, upTo: number) =>
  (
    await system.row<{ found: number }>(sql`
      select count(*)::integer as found from (select from account where ${matching(filter)} limit ${upTo}) as counted`)
  )?.found ?? 0

export interface AccountRow {
  id: string
  name: string
  phone: string
  state: AccountState
  has_password: boolean
  agreement_version: string | null
  agreed_at: Date | null
  promotion_code: string | null
  last_login_at: Date | null
  created_at: Date
  company_id: string | null
  company_name: string | null
  company_state: 'trial' | 'active' | 'frozen' | null
  role: 'owner' | 'manager' | 'employee' | null
  employee_state: 'invited' | 'active' | 'disabled' | null
  service_ends_at: Date | null
  failures: number | null
  blocked_until: Date | null
}

export const findAccount = (system: Database, accountId: string) =>
  system.row<AccountRow>(sql`
    select account.id, coalesce(employee.name, account.display_name) as name, account.phone, account.state,
      password_hash is not null as has_password, agreement_version, agreed_at, account.promotion_code, last_login_at,
      account.created_at, company.id as company_id, company.name as company_name, company.state as company_state,
      employee.role, employee.state as employee_state, employee.service_ends_at, throttle.failures,
      case when throttle.blocked_until > now() then throttle.blocked_until end as blocked_until
    from account
    left join employee on employee.account_id = account.id
    left join company on company.id = employee.company_id
    left join login_throttle throttle on throttle.key = 'account:' || account.phone
    where account.id = ${accountId}`)

export const verificationsOf = (system: Database, accountId: string, limit: number) =>
  system.rows<{
    id: string
    kind: 'person' | 'company'
    state: 'under_review' | 'approved' | 'rejected'
    person_name: string
    id_number: string
    company_name: string | null
    credit_code: string | null
    reason: string | null
    reviewer: string | null
    created_at: Date
    reviewed_at: Date | null
  }>(sql`
    select verification.id, kind, verification.state, person_name, id_number_masked as id_number, company_name, credit_code,
      reason, coalesce(operator.display_name, reviewer) as reviewer, verification.created_at, reviewed_at
    from identity_verification verification
    left join operator on reviewer = 'operator:' || operator.id
    where account_id = ${accountId} order by verification.created_at desc limit ${limit}`)

export const messagesOf = (system: Database, accountId: string, limit: number) =>
  system.rows<{
    id: string
    purpose: string
    phone_masked: string
    state: 'waiting' | 'sent' | 'failed'
    failure: string | null
    created_at: Date
  }>(sql`
    select id, purpose, phone_masked, state, failure, created_at from sms_message
    where account_id = ${accountId} order by created_at desc, id desc limit ${limit}`)

export const auditOf = (system: Database, accountId: string, limit: number) =>
  system.rows<{ id: string; action: string; actor: string; detail: string; at: Date }>(sql`
    select entry.id, action, coalesce(operator.display_name, entry.actor) as actor,
      jsonb_strip_nulls(jsonb_build_object('before', before, 'after', after))::text as detail, entry.created_at as at
    from audit_entry entry left join operator on entry.actor = 'operator:' || operator.id
    where target = ${`account:${accountId}`} order by entry.created_at desc, entry.id desc limit ${limit}`)

/** Undefined when the account is not in the state that this changes: the guard of two who change it at once. */
export const changeState = (system: Database, accountId: string, to: 'active' | 'disabled') =>
  system.row<{ id: string }>(sql`
    update account set state = ${to}
    where id = ${accountId} and state = ${to === 'active' ? 'disabled' : 'active'} returning id`)

export const phoneOf = (system: Database, of: 'account' | 'company', id: string) =>
  system.row<{ phone: string | null }>(
    of === 'account'
      ? sql`select case when state <> 'deleted' then phone end as phone from account where id = ${id}`
      : sql`select contact_phone as phone from company where id = ${id}`,
  )
