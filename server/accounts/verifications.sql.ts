import sql, { empty, type Sql } from 'sql-template-tag'
import type { OperationParsed } from '#contract/operations/index.ts'
import { listedRows } from '#contract/people.ts'
import { phonePattern } from '#contract/rules.ts'
import { startOfDay } from '../database/china-day.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'
import { rarestPieces } from '../database/pieces.ts'
import type { Page } from '../operations/waiting-first.ts'
import type { Verification } from './identity.sql.ts'
import type { Surroundings } from './verification-checks.ts'

export interface Submitted extends Omit<Verification, 'industry_id' | 'address'> {
  phone: string
  reviewer: string | null
}

const columns = sql`
  verification.id, verification.account_id, verification.kind, verification.state, verification.person_name,
  verification.id_number_masked, verification.company_name, verification.credit_code, verification.reason,
  verification.created_at, verification.reviewed_at, account.phone,
  coalesce(operator.display_name, verification.reviewer) as reviewer`
const source = sql`
  identity_verification verification join account on account.id = verification.account_id
  left join operator on verification.reviewer = 'operator:' || operator.id`

export type Filters = Omit<OperationParsed<'getVerificationList'>, 'page' | 'page_size' | 'state'>

/** Under which the keyword's pieces are kept (migration 0011). */
const everyone = sql`'00000000-0000-0000-0000-000000000000'::uuid`
/** Found by an index first, no more than are listed with a keyword: the rest is compared with what that finds alone. */
function hasKeyword(keyword: string): Sql {
  if (phonePattern.test(keyword))
    return sql`verification.account_id = (select id from account where phone = ${keyword})`
  if (/^[0-9A-Z]{18}$/i.test(keyword)) return sql`verification.credit_code = ${keyword.toUpperCase()}`
  return sql`verification.id = any(array(
    select id from identity_verification
    where company_pieces(${everyone}, company_name, person_name) @> keyword_pieces(${everyone}, ${rarestPieces(keyword, '')})
      and (company_name ilike ${containing(keyword)} or person_name ilike ${containing(keyword)})
    limit ${listedRows + 1}))`
}

const matching = ({ kind, keyword, from, to }: Filters): Sql => sql`
  ${kind ? sql`and verification.kind = ${kind}` : empty}
  ${keyword ? sql`and ${hasKeyword(keyword)}` : empty}
  ${from ? sql`and verification.created_at >= ${startOfDay(from)}` : empty}
  ${to ? sql`and verification.created_at < ${startOfDay(to)} + interval '1 day'` : empty}`

const waits = sql`verification.state = 'under_review'`
const decidedAs = (state: 'approved' | 'rejected' | undefined) =>
  state ? sql`verification.state = ${state}` : sql`verification.state <> 'under_review'`

export const countWaiting = async (database: Database, filters: Filters, most: number) =>
  counted(
    await database.row(sql`
    select count(*)::integer as total from (
      select from identity_verification verification where ${waits} ${matching(filters)} limit ${most}) as found`),
  )

export const listWaiting = (database: Database, filters: Filters, { limit, offset }: Page) =>
  database.rows<Submitted>(sql`
    select ${columns} from ${source} where ${waits} ${matching(filters)}
    order by verification.created_at, verification.id limit ${limit} offset ${offset}`)

export const countDecided = async (
  database: Database,
  filters: Filters & { state: 'approved' | 'rejected' | undefined },
  most: number,
) =>
  counted(
    await database.row(sql`
    select count(*)::integer as total from (
      select from identity_verification verification where ${decidedAs(filters.state)} ${matching(filters)}
      limit ${most}) as found`),
  )

export const listDecided = (
  database: Database,
  filters: Filters & { state: 'approved' | 'rejected' | undefined },
  { limit, offset }: Page,
) =>
  database.rows<Submitted>(sql`
    select ${columns} from ${source} where ${decidedAs(filters.state)} ${matching(filters)}
    order by verification.created_at desc, verification.id desc limit ${limit} offset ${offset}`)

const counted = (row: { total?: number } | undefined) => row?.total ?? 0

export interface Detail extends Submitted, Surroundings {
  address: string | null
  industry: string | null
  registered_at: Date
  licence_file_id: string | null
  licence_type: string | null
  licence_name: string | null
  promotion_code: string | null
  channel: string | null
  registration: { company_name: string; credit_code: string; contact_name: string; size: string } | null
}

export const findVerification = (database: Database, id: string) =>
  database.row<Detail>(sql`
    select ${columns}, verification.address, industry.name as industry, account.created_at as registered_at,
      account.state as account_state, account.promotion_code, channel.name as channel,
      verification.licence_file_id, licence.content_type as licence_type, licence.file_name as licence_name,
      licence.id is not null as has_licence, industry.id is not null as has_industry,
      registered.name as registered_name, coalesce(registered.by_applicant, false) as registered_by_applicant,
      (select credit_code from company
        where name = verification.company_name and credit_code <> verification.credit_code limit 1) as namesake_code,
      (select count(distinct other.account_id)::integer from identity_verification other
        where other.credit_code = verification.credit_code and other.account_id <> verification.account_id
          and other.state in ('under_review', 'approved')) as others_with_code,
      (select count(*)::integer from identity_verification other
        where other.id_number_hash = verification.id_number_hash and other.account_id <> verification.account_id
          and other.state = 'approved') as others_with_number,
      (select company.name from employee join company on company.id = employee.company_id
        where employee.account_id = verification.account_id
          and company.credit_code is distinct from verification.credit_code) as employer,
      (select jsonb_build_object('company_name', given.company_name, 'credit_code', given.credit_code,
          'contact_name', given.contact_name, 'size', given.size)
        from channel_registration given where given.account_id = verification.account_id
        order by given.created_at desc limit 1) as registration
    from ${source}
    left join industry on industry.id = verification.industry_id
    left join stored_file licence on licence.id = verification.licence_file_id
    left join promotion_code code on code.code = account.promotion_code
    left join channel on channel.id = code.channel_id
    left join lateral (
      select company.name, exists (select from employee
        where employee.company_id = company.id and employee.account_id = verification.account_id and employee.role = 'owner'
      ) as by_applicant
      from company where company.credit_code = verification.credit_code
    ) as registered on true
    where verification.id = ${id}`)

/** The applicant's others before and after, newest first. */
export const otherSubmissions = (database: Database, accountId: string, id: string) =>
  database.rows<Submitted>(sql`
    select ${columns} from ${source} where verification.account_id = ${accountId} and verification.id <> ${id}
    order by verification.created_at desc limit 20`)

/** Whoever has waited longest, this one left out; and how many wait beside it. */
export const nextWaiting = async (database: Database, id: string) => {
  const row = await database.row<{ next_id: string | null; waiting: number }>(sql`
    select (select id from identity_verification where state = 'under_review' and id <> ${id}
        order by created_at limit 1) as next_id,
      (select count(*)::integer from identity_verification where state = 'under_review' and id <> ${id}) as waiting`)
  return row ?? { next_id: null, waiting: 0 }
}
