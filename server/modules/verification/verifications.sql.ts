import sql, { empty, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { OperationParsed } from '#contract/operations/index.ts'
import { reviews } from '#contract/operations/reviews.ts'
import { listedMatches } from '#contract/people.ts'
import { verification } from '#contract/records/verification.ts'
import { phonePattern } from '#contract/rules.ts'
import { betweenDays } from '#server/database/china-day.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { hasPartByPieces } from '#server/database/pieces.ts'
import { selectList } from '#server/database/select-list.ts'
import { isJoined } from '#server/modules/accounts/membership.sql.ts'
import { verificationColumns } from './identity.sql.ts'
import { surroundings } from './verification-checks.ts'

/** The phone is masked only in the answers. */
const whole = { phone: z.string() }
const listed = reviews.getVerificationList.output.shape.list.element.extend(whole)
/** A verification in lists, with the whole phone. */
export type Listed = z.output<typeof listed>

const columns = sql`
  ${selectList(listed.omit({ phone: true, reviewer: true }), verificationColumns, 'verification')}, account.phone,
  coalesce(operator.display_name, verification.reviewer) as reviewer`
/** The applicant's latest entries on a partner's page. */
const registration = sql`
  (select jsonb_build_object('company_name', entered.company_name, 'credit_code', entered.credit_code,
      'contact_name', entered.contact_name, 'size', entered.size)
    from channel_registration entered where entered.account_id = verification.account_id
    order by entered.created_at desc limit 1)`
const source = sql`
  identity_verification verification join account on account.id = verification.account_id
  left join operator on verification.reviewer = 'operator:' || operator.id`

export interface Filters extends Omit<OperationParsed<'getVerificationList'>, 'page' | 'page_size' | 'state'> {
  /** The result of `findNamed` for the keyword. */
  named?: string[] | undefined
}

/** A complete phone number or credit code names one person or company. */
function wholeKeyword(keyword: string): Sql | undefined {
  if (phonePattern.test(keyword))
    return sql`verification.account_id = (select id from account where phone = ${keyword})`
  return /^[0-9A-Z]{18}$/i.test(keyword) ? sql`verification.credit_code = ${keyword.toUpperCase()}` : undefined
}

const idRow = verification.schema.pick({ verification_id: true })

/**
 * Finds names by an index, once for all parts of the list and at most as many as a keyword lists; the rest is compared with those
 * alone. Returns undefined if the keyword is no name.
 */
export async function findNamed(database: Database, keyword: string | undefined): Promise<string[] | undefined> {
  if (!keyword || wholeKeyword(keyword)) return undefined
  const rows = await database.rows(idRow)`
    select id as verification_id from identity_verification
    where ${hasPartByPieces([sql`company_name`, sql`person_name`], keyword)} limit ${listedMatches + 1}::integer`
  return rows.map(({ verification_id }) => verification_id)
}

const matching = ({ kind, keyword, named, from, to }: Filters): Sql => sql`
  ${kind ? sql`and verification.kind = ${kind}` : empty}
  ${named ? sql`and verification.id = any(${named}::uuid[])` : empty}
  ${keyword && !named ? sql`and ${wholeKeyword(keyword) ?? sql`false`}` : empty}
  and ${betweenDays('verification.created_at', from, to)}`

const waits = sql`verification.state = 'under_review'`
const decidedAs = (state: 'approved' | 'rejected' | undefined) =>
  state ? sql`verification.state = ${state}` : sql`verification.state <> 'under_review'`

export const countWaiting = (database: Database, filters: Filters, most: number) =>
  countRows(
    database,
    sql`
    (
      select from identity_verification verification where ${waits} ${matching(filters)} limit ${most}) as found`,
  )

export const listWaiting = (database: Database, filters: Filters, { limit, offset }: Page) =>
  database.rows(listed)`
  select ${columns} from ${source} where ${waits} ${matching(filters)}
  order by verification.created_at, verification.id limit ${limit} offset ${offset}`

/** Counts along the list's order, so that its index is read and not the table. */
export const countDecided = (
  database: Database,
  filters: Filters & { state: 'approved' | 'rejected' | undefined },
  most: number,
) =>
  countRows(
    database,
    sql`
    (
      select from identity_verification verification where ${decidedAs(filters.state)} ${matching(filters)}
      ${filters.keyword ? empty : sql`order by verification.created_at desc, verification.id desc`} limit ${most}) as found`,
  )

export const listDecided = (
  database: Database,
  filters: Filters & { state: 'approved' | 'rejected' | undefined },
  { limit, offset }: Page,
) =>
  database.rows(listed)`
  select ${columns} from ${source} where ${decidedAs(filters.state)} ${matching(filters)}
  order by verification.created_at desc, verification.id desc limit ${limit} offset ${offset}`

const { next_id, waiting } = reviews.getVerificationForReview.output.shape
const reviewed = reviews.getVerificationForReview.output
  .extend(whole)
  .omit({ checks: true, established: true, earlier: true, next_id: true, waiting: true })
  .extend(verification.schema.pick({ licence_file_id: true }).shape)

export const findVerification = (database: Database, id: string) =>
  database.row(reviewed)`
  select ${columns}, verification.account_id, verification.id_number_masked as id_number, verification.address,
    industry.name as industry, account.created_at as registered_at, verification.licence_file_id,
    case when licence.id is not null then jsonb_build_object('is_image', licence.content_type like 'image/%',
      'file_name', licence.file_name) end as licence,
    case when channel.id is not null then jsonb_build_object('name', channel.name, 'code', code.code,
      'registration', ${registration}) end as channel
  from ${source}
  left join industry on industry.id = verification.industry_id
  left join stored_file licence on licence.id = verification.licence_file_id
  left join promotion_code code on code.code = account.promotion_code
  left join channel on channel.id = code.channel_id
  where verification.id = ${id}`

export const findSurroundings = (database: Database, id: string, numberHashes: Buffer[]) =>
  database.row(surroundings)`
  select verification.kind, verification.company_name, verification.credit_code, account.state as account_state,
    verification.licence_file_id is not null as has_licence, verification.industry_id is not null as has_industry,
    registered.id as registered_id, registered.name as registered_name, coalesce(registered.by_applicant, false) as registered_by_applicant,
    (select credit_code from company
      where name = verification.company_name and credit_code <> verification.credit_code limit 1) as namesake_code,
    (select count(distinct other.account_id)::integer from identity_verification other
      where other.credit_code = verification.credit_code and other.account_id <> verification.account_id
        and other.state in ('under_review', 'approved')) as others_with_code,
    (select count(*)::integer from identity_verification other
      where other.id_number_hash = any(${numberHashes}) and other.account_id <> verification.account_id
        and other.state = 'approved') as others_with_number,
    (select company.name from employee join company on company.id = employee.company_id
      where employee.account_id = verification.account_id and ${isJoined}
        and company.credit_code is distinct from verification.credit_code) as employer,
    ${registration} as registration, verification.check_result, verification.checked_by
  from identity_verification verification join account on account.id = verification.account_id
  left join lateral (
    select company.id, company.name, exists (select from employee
      where employee.company_id = company.id and employee.account_id = verification.account_id and employee.role = 'owner'
    ) as by_applicant
    from company where company.credit_code = verification.credit_code and closed_at is null
  ) as registered on true
  where verification.id = ${id}`

/** Returns the applicant's other submissions, earlier and later ones, newest first. */
export const otherSubmissions = (database: Database, accountId: string, id: string) =>
  database.rows(listed)`
  select ${columns} from ${source} where verification.account_id = ${accountId} and verification.id <> ${id}
  order by verification.created_at desc limit 20`

const waitingAfter = z.object({ next_id, waiting })

/** Returns the other application that has waited longest, and how many others wait. */
export const nextWaiting = async (database: Database, id: string) => {
  const row = await database.row(waitingAfter)`
  select (select id from identity_verification where state = 'under_review' and id <> ${id}
      order by created_at limit 1) as next_id,
    (select count(*)::integer from identity_verification where state = 'under_review' and id <> ${id}) as waiting`
  return row ?? { next_id: null, waiting: 0 }
}
