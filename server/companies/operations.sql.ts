import sql, { join, type Sql } from 'sql-template-tag'
import { lowBalanceDays } from '#contract/operations/companies-names.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { startOfDay } from '../database/china-day.ts'
import type { Database } from '../database/database.ts'
import { hasPart } from '../database/like.ts'

export type CompanyFilter = Omit<OperationParsed<'getCompanyList'>, 'page' | 'page_size'>

export interface ListedCompany {
  company_id: string
  name: string
  credit_code: string
  state: 'trial' | 'active' | 'frozen'
  owner_name: string | null
  owner_phone: string | null
  people: number
  balance: number
  lines: number
  devices: number
  last_order_at: Date | null
  channel_name: string | null
  promotion_code: string | null
  verified_at: Date
  created_at: Date
}

/** A whole phone or credit code names one company; anything else is a part of names. */
function hasKeyword(keyword: string): Sql {
  if (/^1\d{10}$/.test(keyword))
    return sql`company.id = any(array(
      select employee.company_id from account join employee on employee.account_id = account.id
      where account.phone = ${keyword}))`
  if (/^[0-9A-Za-z]{18}$/.test(keyword)) return sql`company.credit_code = ${keyword.toUpperCase()}`
  return hasPart(sql`company.name`, keyword)
}

/** Only the filters that are given stand in the statement, so that each combination is planned for itself. */
function matching({
  state,
  keyword,
  channel_id,
  promotion_code,
  verified_from,
  verified_to,
  balance_low,
}: CompanyFilter) {
  const conditions = [sql`true`]
  if (state) conditions.push(sql`company.state = ${state}`)
  if (keyword) conditions.push(hasKeyword(keyword))
  if (promotion_code) conditions.push(sql`company.promotion_code = ${promotion_code}`)
  if (channel_id)
    conditions.push(
      sql`company.promotion_code = any(array(select code from promotion_code where channel_id = ${channel_id}))`,
    )
  if (verified_from) conditions.push(sql`company.verified_at >= ${startOfDay(verified_from)}`)
  if (verified_to) conditions.push(sql`company.verified_at < ${startOfDay(verified_to)} + interval '1 day'`)
  if (balance_low)
    conditions.push(sql`not exists (
      select from service_balance where company_id = company.id and days >= ${lowBalanceDays}::integer)`)
  return join(conditions, ' and ')
}

/** The page is picked first; what is told of each company is looked up for its rows alone. */
export const listCompanies = (
  system: Database,
  filter: CompanyFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  system.rows<ListedCompany>(sql`
    with picked as materialized (
      select id, name, credit_code, state, promotion_code, verified_at, created_at from company
      where ${matching(filter)} order by created_at desc, id desc limit ${limit} offset ${offset}
    )
    select picked.id as company_id, picked.name, credit_code, picked.state, picked.promotion_code, verified_at, picked.created_at,
      owner.name as owner_name, owner.phone as owner_phone, channel.name as channel_name,
      (select coalesce(sum(employees), 0)::integer from employee_count where company_id = picked.id) as people,
      coalesce((select days from service_balance where company_id = picked.id), 0) as balance,
      (select count(*)::integer from line where company_id = picked.id and line.state <> 'released') as lines,
      (select coalesce(sum(devices), 0)::integer from device_count where company_id = picked.id) as devices,
      (select max(created_at) from shop_order where company_id = picked.id and not hidden) as last_order_at
    from picked
    left join employee owner on owner.company_id = picked.id and owner.role = 'owner'
    left join promotion_code on promotion_code.code = picked.promotion_code
    left join channel on channel.id = promotion_code.channel_id
    order by picked.created_at desc, picked.id desc`)

/** Exact up to `most`. */
export const countCompanies = async (system: Database, filter: CompanyFilter, most: number) =>
  (
    await system.row<{ found: number }>(sql`
      select count(*)::integer as found from (select from company where ${matching(filter)} limit ${most}) as counted`)
  )?.found ?? 0

export interface Standing {
  industry_id: string | null
  created_at: Date
  frozen_reason: string | null
  frozen_at: Date | null
  owner_account_id: string | null
  owner_employee_id: string | null
  owner_name: string | null
  owner_phone: string | null
  channel_name: string | null
  promotion_code: string | null
  last_order_at: Date | null
}

/** What the company's own handle does not see of it, or support alone is told. */
export const findStanding = (system: Database, companyId: string) =>
  system.row<Standing>(sql`
    select company.industry_id, company.created_at, frozen_reason, frozen_at, owner.account_id as owner_account_id,
      owner.id as owner_employee_id, owner.name as owner_name, owner.phone as owner_phone, channel.name as channel_name,
      company.promotion_code,
      (select max(created_at) from shop_order where company_id = company.id and not hidden) as last_order_at
    from company
    left join employee owner on owner.company_id = company.id and owner.role = 'owner'
    left join promotion_code on promotion_code.code = company.promotion_code
    left join channel on channel.id = promotion_code.channel_id
    where company.id = ${companyId}`)

export interface CompanyVerification {
  id: string
  person_name: string
  id_number: string
  company_name: string
  submitted_at: Date
  reviewed_at: Date | null
}

/** The approved verification that the company came from, whoever owns it now. */
export const verificationOf = (system: Database, creditCode: string) =>
  system.row<CompanyVerification>(sql`
    select id, person_name, id_number_masked as id_number, company_name, created_at as submitted_at, reviewed_at
    from identity_verification
    where credit_code = ${creditCode} and kind = 'company' and state = 'approved' order by reviewed_at desc limit 1`)

export const companyExists = async (system: Database, companyId: string) =>
  Boolean(await system.row(sql`select id from company where id = ${companyId}`))

export const lockCompany = (transaction: Database, companyId: string) =>
  transaction.row(sql`select id from company where id = ${companyId} for no key update`)

export interface Correction {
  name?: string | undefined
  industry_id?: string | undefined
  size?: string | undefined
  address?: string | undefined
  contact_name?: string | undefined
  contact_phone?: string | undefined
}

const corrected = sql`name, industry_id, size, address, contact_name, contact_phone`

/** Locked until the correction is written, so that what the audit calls `before` is. */
export const lockCorrected = (transaction: Database, companyId: string) =>
  transaction.row<Record<keyof Correction, string | null>>(sql`
    select ${corrected} from company where id = ${companyId} for update`)

/** Undefined leaves a column as it is; an empty address takes it away. */
export const writeCorrection = (transaction: Database, companyId: string, given: Correction) =>
  transaction.row<Record<keyof Correction, string | null>>(sql`
    update company set name = coalesce(${given.name ?? null}, name),
      industry_id = coalesce(${given.industry_id ?? null}::uuid, industry_id),
      size = coalesce(${given.size ?? null}, size),
      address = case when ${given.address ?? null}::text is null then address else nullif(${given.address ?? null}, '') end,
      contact_name = coalesce(${given.contact_name ?? null}, contact_name),
      contact_phone = coalesce(${given.contact_phone ?? null}, contact_phone)
    where id = ${companyId} returning ${corrected}`)
