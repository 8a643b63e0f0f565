import sql, { empty, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { getCoupon, getUserCouponList, getUserCouponTypeList } from '#contract/coupons.ts'
import { companies } from '#contract/operations/companies.ts'
import { coupon } from '#contract/records/coupon.ts'
import { couponRules, couponType } from '#contract/records/coupon-type.ts'
import type { CouponSource } from '#contract/shop.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

/** A coupon as orders need it: its rules, its time and its state. */
const orderCoupon = coupon.omit({
  coupon_type_id: true,
  source: true,
  claimed_at: true,
  used_at: true,
  order_id: true,
})
export type Coupon = z.output<typeof orderCoupon>

const couponColumns = selectList(orderCoupon, { coupon_id: 'id' })

export const findCoupon = (database: Database, companyId: string, couponId: string) =>
  database.row(orderCoupon)`select ${couponColumns} from coupon where company_id = ${companyId} and id = ${couponId}`

/** Lists the coupons that an order could hold now or later, the first to end first. */
export const unusedCoupons = (company: Database, companyId: string, limit: number) =>
  company.rows(orderCoupon)`
    select ${couponColumns} from coupon
    where company_id = ${companyId} and state = 'unused' and valid_until > now()
    order by valid_until, id limit ${limit}`

/** A company's coupon, and the order that has or wants it. */
export interface OrderedCoupon {
  companyId: string
  couponId: string
  orderId: string
}

/** Returns zero when the coupon is no longer unused or has ended by `at`, or by now, which guards every race for it. */
export const holdCoupon = (database: Database, { companyId, couponId, orderId }: OrderedCoupon, at: string | null) =>
  database.change`
    update coupon set state = 'locked', order_id = ${orderId}
    where company_id = ${companyId} and id = ${couponId} and state = 'unused'
      and valid_until > coalesce(${at}::timestamptz, now())`

export const spendCoupon = (database: Database, { companyId, couponId, orderId }: OrderedCoupon) =>
  database.change`
    update coupon set state = 'used', used_at = now()
    where company_id = ${companyId} and id = ${couponId} and order_id = ${orderId} and state = 'locked'`

/**
 * Returns the coupon to the company when its order ends or was refunded; an outdated one shows as expired. Returns zero when it
 * was not the order's.
 */
export const giveBackCoupon = (database: Database, { companyId, couponId, orderId }: OrderedCoupon) =>
  database.change`
    update coupon set state = 'unused', order_id = null, used_at = null
    where company_id = ${companyId} and id = ${couponId} and order_id = ${orderId}`

// Types --------------------------------------------------------------------------------------------------------------------
const isOpen = sql`published and claim_starts_at <= now() and coalesce(claim_ends_at > now(), true)
  and coalesce(valid_until > now(), true)`

const offered = couponType.schema.omit({ sort: true, created_at: true, revision: true })
const typeRow = offered.extend({
  /** The type is published and within its window by the database's clock, and some of its validity is left. */
  open: z.boolean(),
})
export type CouponType = z.output<typeof typeRow>

export const findCouponType = (database: Database, couponTypeId: string) =>
  database.row(typeRow)`
    select ${selectList(offered, { coupon_type_id: 'id' })}, ${isOpen} as open
    from coupon_type where id = ${couponTypeId}`

const namedType = couponType.schema.pick({ coupon_type_id: true, name: true })

/** Finds types by name, because operators type it. Two rows are enough to show that it is ambiguous. */
export const couponTypesNamed = (database: Database, name: string) =>
  database.rows(
    namedType,
  )`select id as coupon_type_id, name from coupon_type where name = ${name} order by created_at desc limit 2`

const inCenter = getUserCouponTypeList.output.shape.list.element
  .omit({ categories: true, claimed_by_company: true, claimable: true, reason: true })
  .extend({ category_ids: couponRules.shape.category_ids, claim_starts_at: couponType.schema.shape.claim_starts_at })
const centerType = inCenter.extend({ open: z.boolean() })
export type CenterType = z.output<typeof centerType>

/** Lists the types in the coupon center, which leaves out everything that is over. */
export const centerTypes = (database: Database, limit: number) =>
  database.rows(centerType)`
    select ${selectList(inCenter, { coupon_type_id: 'id', remaining: 'total - claimed' })}, ${isOpen} as open
    from coupon_type
    where way = 'center' and published and coalesce(claim_ends_at > now(), true) and coalesce(valid_until > now(), true)
    order by sort, id limit ${limit}`

const giftType = companies.getGiftCouponTypes.output.shape.list.element

/** Lists the types that an operator can still give: some coupons are left, and the type has not ended. */
export const giftTypes = (database: Database, limit: number) =>
  database.rows(giftType)`
    select ${selectList(giftType, { coupon_type_id: 'id', left: 'total - claimed' })} from coupon_type
    where (total is null or claimed < total) and coalesce(valid_until > now(), true)
    order by way <> 'gift', sort, id limit ${limit}`

/** Returns zero when the last one is gone, which guards the race for it. It locks the type, so that its claims queue. */
export const countClaim = (database: Database, couponTypeId: string) =>
  database.change`
    update coupon_type set claimed = claimed + 1 where id = ${couponTypeId} and (total is null or claimed < total)`

const claimed = getUserCouponTypeList.output.shape.list.element.pick({ coupon_type_id: true, claimed_by_company: true })

export const claimedByCompany = async (company: Database, companyId: string, couponTypeIds: string[]) =>
  new Map(
    (
      await company.rows(claimed)`
        select coupon_type_id, coupons_had(${companyId}, coupon_type_id) as claimed_by_company
        from unnest(${couponTypeIds}::uuid[]) as coupon_type_id`
    ).map(row => [row.coupon_type_id, row.claimed_by_company]),
  )

interface NewCoupon {
  companyId: string
  type: CouponType
  source: CouponSource
  claimedBy: string
}

/**
 * Inserts the company's next coupon of a type, with the type's present rules; returns undefined when the company has reached its
 * maximum. A coupon's days run to the end of the last one in China. When two compute the same sequence, the unique key lets only
 * one in.
 */
export const insertCoupon = (company: Database, { companyId, type, source, claimedBy }: NewCoupon) =>
  company.row(getCoupon.output)`
    insert into coupon (company_id, coupon_type_id, sequence, source, name, about, kind, amount, percent, cap, threshold,
      category_ids, for_purchase, for_renewal, valid_from, valid_until, claimed_by)
    select ${companyId}, ${type.coupon_type_id}, had.count + 1, ${source}, ${type.name}, ${type.about}, ${type.kind},
      ${type.amount}::integer, ${type.percent}::integer, ${type.cap}::integer, ${type.threshold}::integer,
      ${type.category_ids}::uuid[], ${type.for_purchase}::boolean, ${type.for_renewal}::boolean,
      ${type.valid_days === null ? sql`coalesce(${type.valid_from}::timestamptz, least(now(), ${type.valid_until}::timestamptz - interval '1 second'))` : sql`now()`},
      ${
        type.valid_days === null
          ? sql`${type.valid_until}::timestamptz`
          : sql`date_trunc('day', now() + make_interval(days => ${type.valid_days + 1}::integer), 'Asia/Shanghai')
            - interval '1 second'`
      }, ${claimedBy}
    from (select coupons_had(${companyId}, ${type.coupon_type_id}) as count) as had
    where had.count < ${type.per_company}::integer
    returning ${selectList(getCoupon.output, { coupon_id: 'id' })}`

// Lists --------------------------------------------------------------------------------------------------------------------
export type ShownState = Coupon['state']

const inState: Record<ShownState, Sql> = {
  unused: sql`state = 'unused' and valid_until > now()`,
  locked: sql`state = 'locked'`,
  used: sql`state = 'used'`,
  expired: sql`state = 'unused' and valid_until <= now()`,
}

const shownState = "case when state = 'unused' and valid_until <= now() then 'expired' else state end"
const counts = z.object({ unused: z.int(), locked: z.int(), used: z.int(), expired: z.int() })

const listedCoupon = coupon.extend({ order_number: getUserCouponList.output.shape.list.element.shape.order_number })

export const listCoupons = (
  company: Database,
  companyId: string,
  { state, limit, offset }: { state: ShownState | undefined; limit: number; offset: number },
) =>
  company.rows(listedCoupon)`
    select found.*, shop_order.number as order_number from (
      select ${selectList(coupon, { coupon_id: 'id', state: shownState })}
      from coupon where company_id = ${companyId} ${state ? sql`and ${inState[state]}` : empty}
      order by claimed_at desc, id desc limit ${limit} offset ${offset}
    ) as found
    left join shop_order on shop_order.company_id = ${companyId} and shop_order.id = found.order_id
    order by found.claimed_at desc, found.coupon_id desc`

/** Each count goes up to `most`. */
export const countCoupons = (company: Database, companyId: string, most: number) => {
  const count = (state: ShownState) => sql`(select count(*) from (
    select from coupon where company_id = ${companyId} and ${inState[state]} limit ${most}) as counted)`
  return company.row(counts)`
    select ${count('unused')} as unused, ${count('locked')} as locked, ${count('used')} as used,
      ${count('expired')} as expired`
}
