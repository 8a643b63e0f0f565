import sql from 'sql-template-tag'
import type { GiftOutcome, giftStates } from '#contract/operations/coupons-names.ts'
import type { Database } from '../database/database.ts'

type State = (typeof giftStates)[number]

export interface GiftRow {
  position: number
  line: string
  company_id: string | null
  outcome: GiftOutcome
  reason: string
}

export interface GiftHead {
  gift_id: string
  coupon_type_id: string
  name: string
  state: State
  operator: string
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
  total: number
  done: number
  given: number
}

/**
 * Looks each line up, in one statement: by credit code, else by the whole name. Of two lines that mean one company the
 * second is a duplicate; who has as many coupons of the type as it may is at its limit.
 */
export const resolveLines = (database: Database, couponTypeId: string, lines: string[]) =>
  database.rows<Omit<GiftRow, 'reason'>>(sql`
    with asked as (
      select * from unnest(${lines}::text[]) with ordinality as given (line, position)
    ), found as (
      select position, company.id from asked join company on credit_code = upper(line)
      union select position, company.id from asked join company on name = line
    ), placed as (
      select position, line, count(found.id) as known, (array_agg(found.id))[1] as company_id
      from asked left join found using (position) group by position, line
    ), timed as (
      select *, row_number() over (partition by known = 1, company_id order by position) as time from placed
    )
    select position::integer, line, case when known = 1 then timed.company_id end as company_id,
      case
        when known = 0 then 'unknown'
        when known > 1 then 'ambiguous'
        when time > 1 then 'duplicate'
        when (select count(*) from coupon where coupon.company_id = timed.company_id and coupon_type_id = ${couponTypeId})
          >= per_company then 'limit'
        else 'ready'
      end as outcome
    from timed join coupon_type on coupon_type.id = ${couponTypeId} order by position`)

export async function insertGift(
  database: Database,
  { couponTypeId, operatorId, rows }: { couponTypeId: string; operatorId: string; rows: Omit<GiftRow, 'reason'>[] },
): Promise<string> {
  const total = rows.filter(({ outcome }) => outcome === 'ready').length
  const gift = await database.row<{ id: string }>(sql`
    insert into coupon_gift (coupon_type_id, operator_id, total)
    values (${couponTypeId}, ${operatorId}, ${total}) returning id`)
  if (!gift) throw new Error('coupon_gift answered no row')
  await database.change(sql`
    insert into coupon_gift_row (gift_id, position, line, company_id, outcome)
    select ${gift.id}, position, line, company_id, outcome
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (position integer, line text, company_id uuid, outcome text)`)
  return gift.id
}

const head = sql`
  select coupon_gift.id as gift_id, coupon_type_id, coupon_type.name, coupon_gift.state,
    operator.display_name as operator, coupon_gift.created_at, started_at, ended_at, coupon_gift.total, done, given
  from coupon_gift join coupon_type on coupon_type.id = coupon_type_id join operator on operator.id = operator_id`

export const giftHead = (database: Database, id: string) =>
  database.row<GiftHead>(sql`${head} where coupon_gift.id = ${id}`)

export const giftsOfType = (
  database: Database,
  typeId: string,
  { limit, offset }: Record<'limit' | 'offset', number>,
) =>
  database.rows<GiftHead>(sql`
    ${head} where coupon_type_id = ${typeId} and coupon_gift.state <> 'previewed'
    order by coupon_gift.id desc limit ${limit} offset ${offset}`)

export const countGiftsOfType = async (database: Database, typeId: string) =>
  (
    await database.row<{ total: number }>(sql`
    select count(*)::integer as total from coupon_gift where coupon_type_id = ${typeId} and state <> 'previewed'`)
  )?.total ?? 0

export const outcomesOf = (database: Database, id: string) =>
  database.rows<{ outcome: GiftOutcome; rows: number }>(sql`
    select outcome, count(*)::integer as rows from coupon_gift_row where gift_id = ${id} group by outcome`)

/** What needs a look first: what can't be given, then by line. */
export const giftRowsOf = (
  database: Database,
  id: string,
  outcome: GiftOutcome | undefined,
  { limit, offset }: Record<'limit' | 'offset', number>,
) =>
  database.rows<GiftRow & { company_name: string | null }>(sql`
    select position, line, company_id, company.name as company_name, outcome, reason
    from coupon_gift_row left join company on company.id = company_id
    where gift_id = ${id} and ${outcome ? sql`outcome = ${outcome}` : sql`true`}
    order by outcome in ('ready', 'given'), position limit ${limit} offset ${offset}`)

/** Zero when somebody has begun it already: the guard of two presses of one button. One that broke off goes on. */
export const startGift = (database: Database, id: string) =>
  database.change(sql`
    update coupon_gift set state = 'running', started_at = coalesce(started_at, now()), ended_at = null
    where id = ${id} and state in ('previewed', 'failed') and total > 0`)

export const lockGift = (database: Database, id: string) =>
  database.row<{ coupon_type_id: string; state: State }>(sql`
    select coupon_type_id, state from coupon_gift where id = ${id} for no key update`)

export const readyRows = (database: Database, id: string, limit: number | null) =>
  database.rows<{ position: number; company_id: string; credit_code: string }>(sql`
    select position, company_id, credit_code from coupon_gift_row join company on company.id = company_id
    where gift_id = ${id} and outcome = 'ready' order by position limit ${limit}::integer`)

export const settleRow = (
  database: Database,
  id: string,
  { position, outcome, reason = '' }: { position: number; outcome: 'given' | 'limit' | 'refused'; reason?: string },
) =>
  database.change(sql`
    update coupon_gift_row set outcome = ${outcome}, reason = ${reason} where gift_id = ${id} and position = ${position}`)

export const recordGiven = (database: Database, id: string, { done, given }: { done: number; given: number }) =>
  database.change(sql`update coupon_gift set done = done + ${done}, given = given + ${given} where id = ${id}`)

export const endGift = (database: Database, id: string, state: 'done' | 'failed') =>
  database.change(sql`
    update coupon_gift set state = ${state}, ended_at = now() where id = ${id} and state = 'running'`)
