import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { coupons } from '#contract/operations/coupons.ts'
import type { GiftOutcome } from '#contract/operations/coupons-names.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { values } from '#server/database/values.ts'

type Page = Record<'limit' | 'offset', number>

export const gift = coupons.getCouponGiftList.output.shape.list.element
const giftRow = coupons.getCouponGiftRowList.output.shape.list.element
const resolvedLine = giftRow.omit({ company_name: true })

/** The reason why a frozen company on a list gets nothing. */
export const companyFrozen = '企业已冻结'

/**
 * Resolves all lines in one statement, by credit code or otherwise by the whole name. When two lines mean one company, the second
 * is a duplicate. A company with the maximum of coupons of the type is at its limit, and a frozen one gets none.
 */
export const resolveLines = (database: Database, couponTypeId: string, lines: string[]) =>
  database.rows(resolvedLine)`
    with listed as (
      select * from unnest(${lines}::text[]) with ordinality as input (line, position)
    ), found as (
      select position, company.id from listed join company on credit_code = upper(line) and closed_at is null
      union select position, company.id from listed join company on name = line and closed_at is null
    ), placed as (
      select position, line, count(found.id) as known, (array_agg(found.id))[1] as company_id
      from listed left join found using (position) group by position, line
    ), timed as (
      select *, row_number() over (partition by known = 1, company_id order by position) as time from placed
    )
    select position, line, case when known = 1 then timed.company_id end as company_id,
      case
        when known = 0 then 'unknown'
        when known > 1 then 'ambiguous'
        when time > 1 then 'duplicate'
        when coupons_had(timed.company_id, ${couponTypeId}) >= per_company then 'limit'
        when frozen then 'refused'
        else 'ready'
      end as outcome,
      case when known = 1 and frozen then ${companyFrozen} else '' end as reason
    from timed join coupon_type on coupon_type.id = ${couponTypeId}
      cross join lateral (select exists (select from company where id = timed.company_id and state = 'frozen') as frozen) as standing
    order by position`

const insertedGift = gift.pick({ gift_id: true })

export async function insertGift(
  database: Database,
  {
    couponTypeId,
    operatorId,
    rows,
  }: { couponTypeId: string; operatorId: string; rows: z.output<typeof resolvedLine>[] },
): Promise<string> {
  const total = rows.filter(({ outcome }) => outcome === 'ready').length
  const inserted = await database.one(insertedGift)`
    insert into coupon_gift (coupon_type_id, operator_id, total)
    values (${couponTypeId}, ${operatorId}, ${total}) returning id as gift_id`
  await database.change`
    insert into coupon_gift_row (gift_id, position, line, company_id, outcome, reason)
    select ${inserted.gift_id}, position, line, company_id, outcome, reason
    from ${values(rows, { position: 'integer', line: 'text', company_id: 'uuid', outcome: 'text', reason: 'text' })}`
  return inserted.gift_id
}

const head = sql`
  select coupon_gift.id as gift_id, coupon_type_id, coupon_type.name, coupon_gift.state,
    operator.display_name as operator, coupon_gift.created_at, started_at, ended_at, coupon_gift.total, done, given
  from coupon_gift join coupon_type on coupon_type.id = coupon_type_id join operator on operator.id = operator_id`

export const giftHead = (database: Database, id: string) => database.row(gift)`${head} where coupon_gift.id = ${id}`

export const giftsOfType = (database: Database, typeId: string, { limit, offset }: Page) =>
  database.rows(gift)`
    ${head} where coupon_type_id = ${typeId} and coupon_gift.state <> 'previewed'
    order by coupon_gift.id desc limit ${limit} offset ${offset}`

export const countGiftsOfType = (database: Database, typeId: string) =>
  countRows(database, sql`coupon_gift where coupon_type_id = ${typeId} and state <> 'previewed'`)

const outcomeCount = giftRow.pick({ outcome: true }).extend({ rows: z.int() })

export const outcomesOf = (database: Database, id: string) =>
  database.rows(
    outcomeCount,
  )`select outcome, count(*) as rows from coupon_gift_row where gift_id = ${id} group by outcome`

const readyCompany = z.object({ company_id: id })

/** The companies that a list gives a coupon to. */
export const readyCompanies = async (database: Database, giftId: string): Promise<string[]> =>
  (
    await database.rows(readyCompany)`
      select company_id from coupon_gift_row where gift_id = ${giftId} and outcome = 'ready'`
  ).map(({ company_id }) => company_id)

/** Lists the rows that can't be given first, because they need attention, and then sorts by line. */
export const giftRowsOf = (database: Database, id: string, outcome: GiftOutcome | undefined, { limit, offset }: Page) =>
  database.rows(giftRow)`
    select position, line, company_id, company.name as company_name, outcome, reason
    from coupon_gift_row left join company on company.id = company_id
    where gift_id = ${id} and ${outcome ? sql`outcome = ${outcome}` : sql`true`}
    order by outcome in ('ready', 'given'), position limit ${limit} offset ${offset}`
