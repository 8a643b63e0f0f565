import sql, { empty, type Sql } from 'sql-template-tag'
import type { CouponRules } from '#contract/prices.ts'
import type { CouponSource } from '#contract/shop.ts'
import type { Database } from '../database/database.ts'

export interface Coupon extends CouponRules {
  id: string
  coupon_type_id: string
  name: string
  about: string
  /** Null for all. */
  category_ids: string[] | null
  for_purchase: boolean
  for_renewal: boolean
  source: CouponSource
  state: 'unused' | 'locked' | 'used'
  order_id: string | null
  valid_from: Date
  valid_until: Date
  claimed_at: Date
  used_at: Date | null
}

const rules = sql`name, about, kind, amount, percent, cap, threshold, category_ids, for_purchase, for_renewal`
const couponColumns = sql`id, coupon_type_id, ${rules}, source, state, order_id, valid_from, valid_until, claimed_at, used_at`

export const findCoupon = (database: Database, companyId: string, couponId: string) =>
  database.row<Coupon>(sql`select ${couponColumns} from coupon where company_id = ${companyId} and id = ${couponId}`)

/** Those that an order could hold now or later, the ones that end first before the others. */
export const unusedCoupons = (company: Database, companyId: string, limit: number) =>
  company.rows<Coupon>(sql`
    select ${couponColumns} from coupon
    where company_id = ${companyId} and state = 'unused' and valid_until > now()
    order by valid_until, id limit ${limit}`)

/** Zero when it is no longer unused or has ended: the guard of every race for one coupon. */
export const holdCoupon = (database: Database, companyId: string, couponId: string, orderId: string, at: Date | null) =>
  database.change(sql`
    update coupon set state = 'locked', order_id = ${orderId}
    where company_id = ${companyId} and id = ${couponId} and state = 'unused'
      and valid_until > coalesce(${at}::timestamptz, now())`)

export const spendCoupon = (database: Database, companyId: string, couponId: string, orderId: string) =>
  database.change(sql`
    update coupon set state = 'used', used_at = now()
    where company_id = ${companyId} and id = ${couponId} and order_id = ${orderId} and state = 'locked'`)

export const freeCoupon = (database: Database, companyId: string, couponId: string, orderId: string) =>
  database.change(sql`
    update coupon set state = 'unused', order_id = null, used_at = null
    where company_id = ${companyId} and id = ${couponId} and order_id = ${orderId}`)

// Types --------------------------------------------------------------------------------------------------------------------
export interface CouponType extends CouponRules {
  id: string
  name: string
  about: string
  category_ids: string[] | null
  for_purchase: boolean
  for_renewal: boolean
  total: number | null
  claimed: number
  per_company: number
  way: CouponSource
  claim_starts_at: Date
  claim_ends_at: Date | null
  valid_from: Date | null
  valid_until: Date | null
  valid_days: number | null
  published: boolean
  /** By the database's clock: published and within its window, with some of its validity left. */
  open: boolean
}

const typeColumns = sql`id, ${rules}, total, claimed, per_company, way, claim_starts_at, claim_ends_at, valid_from,
  valid_until, valid_days, published,
  published and claim_starts_at <= now() and coalesce(claim_ends_at > now(), true) and coalesce(valid_until > now(), true)
    as open`

export const findCouponType = (database: Database, couponTypeId: string) =>
  database.row<CouponType>(sql`select ${typeColumns} from coupon_type where id = ${couponTypeId}`)

/** By its name, for an operator who types it. */
export const couponTypesNamed = (database: Database, name: string) =>
  database.rows<CouponType>(
    sql`select ${typeColumns} from coupon_type where name = ${name} order by created_at desc limit 2`,
  )

/** What the coupon center shows: nothing whose time is over. */
export const centerTypes = (database: Database, limit: number) =>
  database.rows<CouponType>(sql`
    select ${typeColumns} from coupon_type
    where way = 'center' and published and coalesce(claim_ends_at > now(), true) and coalesce(valid_until > now(), true)
    order by sort, id limit ${limit}`)

/** What an operator can still give: some are left, and their time is not over. */
export const giftTypes = (database: Database, limit: number) =>
  database.rows<CouponType>(sql`
    select ${typeColumns} from coupon_type
    where (total is null or claimed < total) and coalesce(valid_until > now(), true)
    order by way <> 'gift', sort, id limit ${limit}`)

/** Zero when the last one is gone: the guard of the race for it. Locks the type, so that claims of one type queue. */
export const countClaim = (database: Database, couponTypeId: string) =>
  database.change(sql`
    update coupon_type set claimed = claimed + 1 where id = ${couponTypeId} and (total is null or claimed < total)`)

export const claimedByCompany = async (company: Database, companyId: string, couponTypeIds: string[]) =>
  new Map(
    (
      await company.rows<{ coupon_type_id: string; count: number }>(sql`
        select coupon_type_id, count(*)::integer as count from coupon
        where company_id = ${companyId} and coupon_type_id = any(${couponTypeIds}::uuid[]) group by coupon_type_id`)
    ).map(row => [row.coupon_type_id, row.count]),
  )

interface NewCoupon {
  companyId: string
  type: CouponType
  source: CouponSource
  claimedBy: string
}

/**
 * The company's next of a type, with the type's rules of this moment; undefined when it has as many as it may. Days run to
 * the end of their last one in China. Two that reckon the same sequence: the unique key lets one in.
 */
export const insertCoupon = (company: Database, { companyId, type, source, claimedBy }: NewCoupon) =>
  company.row<{ id: string; valid_from: Date; valid_until: Date }>(sql`
    insert into coupon (company_id, coupon_type_id, sequence, source, ${rules}, valid_from, valid_until, claimed_by)
    select ${companyId}, ${type.id}, had.count + 1, ${source}, ${type.name}, ${type.about}, ${type.kind},
      ${type.amount}::integer, ${type.percent}::integer, ${type.cap}::integer, ${type.threshold}::integer,
      ${type.category_ids}::uuid[], ${type.for_purchase}::boolean, ${type.for_renewal}::boolean,
      ${type.valid_days === null ? sql`coalesce(${type.valid_from}::timestamptz, least(now(), ${type.valid_until}::timestamptz - interval '1 second'))` : sql`now()`},
      ${
        type.valid_days === null
          ? sql`${type.valid_until}::timestamptz`
          : sql`date_trunc('day', now() + make_interval(days => ${type.valid_days + 1}::integer), 'Asia/Shanghai')
            - interval '1 second'`
      }, ${claimedBy}
    from (
      select count(*)::integer as count from coupon where company_id = ${companyId} and coupon_type_id = ${type.id}
    ) as had
    where had.count < ${type.per_company}::integer
    returning id, valid_from, valid_until`)

// Lists --------------------------------------------------------------------------------------------------------------------
export type ShownState = 'unused' | 'locked' | 'used' | 'expired'

const inState: Record<ShownState, Sql> = {
  unused: sql`state = 'unused' and valid_until > now()`,
  locked: sql`state = 'locked'`,
  used: sql`state = 'used'`,
  expired: sql`state = 'unused' and valid_until <= now()`,
}

export const listCoupons = (
  company: Database,
  companyId: string,
  { state, limit, offset }: { state: ShownState | undefined; limit: number; offset: number },
) =>
  company.rows<Coupon & { shown: ShownState; order_number: string | null }>(sql`
    select found.*, shop_order.number as order_number from (
      select ${couponColumns}, case when state = 'unused' and valid_until <= now() then 'expired' else state end as shown
      from coupon where company_id = ${companyId} ${state ? sql`and ${inState[state]}` : empty}
      order by claimed_at desc, id desc limit ${limit} offset ${offset}
    ) as found
    left join shop_order on shop_order.company_id = ${companyId} and shop_order.id = found.order_id
    order by found.claimed_at desc, found.id desc`)

/** Each counted to `most`. */
export const countCoupons = (company: Database, companyId: string, most: number) => {
  const count = (state: ShownState) => sql`(select count(*)::integer from (
    select from coupon where company_id = ${companyId} and ${inState[state]} limit ${most}) as counted)`
  return company.row<Record<ShownState, number>>(sql`
    select ${count('unused')} as unused, ${count('locked')} as locked, ${count('used')} as used,
      ${count('expired')} as expired`)
}
