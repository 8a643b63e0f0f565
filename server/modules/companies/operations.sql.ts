import sql, { join, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { companies } from '#contract/operations/companies.ts'
import { lowBalanceDays } from '#contract/operations/companies-names.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { wholePhone } from '#contract/phone.ts'
import { company } from '#contract/records/company.ts'
import { betweenDays } from '#server/database/china-day.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { beginningWith, hasPart } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'
import { isFrequentName, maxNamed, type NamedRows, rowsNamed } from '#server/database/named-rows.ts'
import { selectList } from '#server/database/select-list.ts'
import { shownCompanyState } from './companies.sql.ts'

export type CompanyFilter = Omit<OperationParsed<'getCompanyList'>, 'page' | 'page_size'>

/** A complete phone number or credit code names one company. */
function wholeKeyword(keyword: string): Sql | undefined {
  const phone = wholePhone(keyword)
  if (phone)
    return sql`company.id = any(array(
      select employee.company_id from account join employee on employee.account_id = account.id
      where account.phone = ${phone}))`
  return /^[0-9A-Za-z]{18}$/.test(keyword) ? sql`company.credit_code = ${keyword.toUpperCase()}` : undefined
}

/** Any other keyword is matched as a part of names. */
export const nameIn = ({ keyword }: CompanyFilter): string | undefined =>
  keyword && !wholeKeyword(keyword) ? keyword : undefined

/** The statement contains only the filters that are set, so that each combination gets its own plan. */
function companiesOf({
  state,
  keyword,
  channel_id,
  promotion_code,
  verified_from,
  verified_to,
  balance_low,
}: CompanyFilter) {
  const conditions = [sql`true`]
  if (state) conditions.push(sql`${shownCompanyState} = ${state}`)
  const whole = keyword && wholeKeyword(keyword)
  if (whole) conditions.push(whole)
  if (promotion_code) conditions.push(sql`company.promotion_code = ${promotion_code}`)
  if (channel_id)
    conditions.push(
      sql`company.promotion_code = any(array(select code from promotion_code where channel_id = ${channel_id}))`,
    )
  conditions.push(betweenDays('company.verified_at', verified_from, verified_to))
  if (balance_low)
    conditions.push(sql`not exists (
      select from service_balance where company_id = company.id and days >= ${lowBalanceDays}::integer)`)
  return sql`select company.* from company where ${join(conditions, ' and ')}`
}

const newestFirst = sql`company.created_at desc, company.id desc`
const namedCompanies = (filter: CompanyFilter): NamedRows => ({
  table: 'company',
  rows: companiesOf(filter),
  order: newestFirst,
  name: sql`company.name`,
})

/** Reports whether the companies of a list with a keyword are found along its order, and not by their names' index. */
export const isFrequentCompany = async (system: Database, filter: CompanyFilter): Promise<boolean> => {
  const name = nameIn(filter)
  return name !== undefined && isFrequentName(system, namedCompanies(filter), name)
}

/** People's names are matched from their beginning, as in the list of accounts. */
const managersNamed = (name: string) => sql`
  select company_id from employee where role <> 'employee' and name like ${beginningWith(name)} limit ${maxNamed}::integer`

const matching = (filter: CompanyFilter, frequent: boolean): Sql => {
  const name = nameIn(filter)
  if (!name) return companiesOf(filter)
  return sql`
    (${rowsNamed(namedCompanies(filter), name, frequent)})
    union all
    (${companiesOf(filter)} and company.id = any(array(${managersNamed(name)})) and not ${hasPart(sql`company.name`, name)})`
}

/** The owner's phone is masked only in the answers. */
const listed = companies.getCompanyList.output.shape.list.element.extend({ owner_phone: z.string().nullable() })

/** The page is selected first, so that the details of companies are looked up for its rows only. */
export const listCompanies = (system: Database, filter: CompanyFilter, frequent: boolean, { limit, offset }: Page) =>
  system.rows(listed)`
  with picked as materialized (
    select id, name, credit_code, ${shownCompanyState} as state, promotion_code, verified_at, created_at, closed_at
    from (${matching(filter, frequent)}) as company order by ${newestFirst} limit ${limit} offset ${offset}
  )
  select picked.id as company_id, picked.name, credit_code, picked.state, picked.promotion_code, verified_at, picked.created_at,
    picked.closed_at is not null as closed,
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
  order by picked.created_at desc, picked.id desc`

/** The count is exact up to `most`. */
export const countCompanies = (system: Database, filter: CompanyFilter, frequent: boolean, most: number) =>
  countRows(system, sql`(select from (${matching(filter, frequent)}) as company limit ${most}) as counted`)

const { owner, channel, verification, last_order_at, terminal_approval } = companies.getCompanyOverview.output.shape

/** The owner and the channel are null where the company has none. */
const standing = company.schema.pick({ industry_id: true, created_at: true }).extend({
  frozen_reason: z.string().nullable(),
  frozen_at: instant.nullable(),
  closed_at: instant.nullable(),
  owner: owner.unwrap().extend({ phone: z.string() }).nullable(),
  channel,
  last_order_at,
  terminal_approval,
})

/** Returns what the company's own handle does not see of it, or what only support may see. */
export const findStanding = (system: Database, companyId: string) =>
  system.row(standing)`
  select company.industry_id, company.created_at, frozen_reason, frozen_at, closed_at, terminal_approval,
    case when owner.id is not null then jsonb_build_object('account_id', owner.account_id, 'employee_id', owner.id,
      'name', owner.name, 'phone', owner.phone) end as owner,
    case when channel.id is not null then jsonb_build_object('name', channel.name,
      'promotion_code', company.promotion_code) end as channel,
    (select max(created_at) from shop_order where company_id = company.id and not hidden) as last_order_at
  from company
  left join employee owner on owner.company_id = company.id and owner.role = 'owner'
  left join promotion_code on promotion_code.code = company.promotion_code
  left join channel on channel.id = promotion_code.channel_id
  where company.id = ${companyId}`

const companyVerification = verification.unwrap()

/** Returns the approved verification from which the company was created, whoever owns it now. */
export const verificationOf = (system: Database, creditCode: string) =>
  system.row(companyVerification)`
  select ${selectList(verification.unwrap(), { verification_id: 'id', id_number: 'id_number_masked', submitted_at: 'created_at' })}
  from identity_verification
  where credit_code = ${creditCode} and kind = 'company' and state = 'approved' order by reviewed_at desc limit 1`

const lockedCompany = company.schema.pick({ company_id: true })

/** Locks the company, so that changes of what belongs to it as a whole queue: what is read of it is what is changed. */
export const lockCompany = (transaction: Database, companyId: string) =>
  transaction.row(lockedCompany)`select id as company_id from company where id = ${companyId} for no key update`

const corrected = company.schema.pick({
  name: true,
  industry_id: true,
  size: true,
  address: true,
  contact_name: true,
  contact_phone: true,
})

export type Correction = Omit<OperationParsed<'correctCompany'>, 'company_id' | 'reason' | 'seen'>

/** Locks the row until the correction is written, so that the audit's `before` is accurate. */
export const lockCorrected = (transaction: Database, companyId: string) =>
  transaction.row(corrected)`select ${selectList(corrected)} from company where id = ${companyId} for update`

/** An undefined value leaves a column as it is; an empty address removes it. */
export const writeCorrection = (transaction: Database, companyId: string, correction: Correction) =>
  transaction.row(corrected)`
  update company set name = coalesce(${correction.name ?? null}, name),
    industry_id = coalesce(${correction.industry_id ?? null}::uuid, industry_id),
    size = coalesce(${correction.size ?? null}, size),
    address = case when ${correction.address ?? null}::text is null then address else nullif(${correction.address ?? null}, '') end,
    contact_name = coalesce(${correction.contact_name ?? null}, contact_name),
    contact_phone = coalesce(${correction.contact_phone ?? null}, contact_phone)
  where id = ${companyId} returning ${selectList(corrected)}`
