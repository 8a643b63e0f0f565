import sql, { join, type Sql } from 'sql-template-tag'
import { coupons } from '#contract/operations/coupons.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { companiesNamed } from '#server/database/companies-named.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'

type ClaimFilters = Omit<OperationParsed<'getCouponClaimList'>, 'page' | 'page_size'>

function matching({ coupon_type_id, state, keyword }: ClaimFilters): Sql {
  const conditions = [sql`coupon.coupon_type_id = ${coupon_type_id}`]
  if (state === 'expired') conditions.push(sql`coupon.state = 'unused' and coupon.valid_until <= now()`)
  else if (state === 'unused') conditions.push(sql`coupon.state = 'unused' and coupon.valid_until > now()`)
  else if (state) conditions.push(sql`coupon.state = ${state}`)
  if (keyword)
    conditions.push(sql`coupon.company_id in (
      (${companiesNamed(keyword)}) union all select id from company where credit_code = ${keyword.toUpperCase()})`)
  return join(conditions, ' and ')
}

export const claimsOf = (
  database: Database,
  filters: ClaimFilters,
  { limit, offset }: Record<'limit' | 'offset', number>,
) =>
  database.rows(coupons.getCouponClaimList.output.shape.list.element)`
    select coupon.id as coupon_id, coupon.company_id, company.name as company_name,
      case when coupon.state = 'unused' and coupon.valid_until <= now() then 'expired' else coupon.state end as state,
      coupon.source, claimed_at, coupon.valid_until, used_at, shop_order.number as order_number, coupon.discount
    from coupon join company on company.id = coupon.company_id
    left join shop_order on shop_order.company_id = coupon.company_id and shop_order.id = coupon.order_id
    where ${matching(filters)} order by claimed_at desc, coupon.id desc limit ${limit} offset ${offset}`

/** The count is at most `most` + 1. */
export const countClaims = (database: Database, filters: ClaimFilters, most: number) =>
  countRows(database, sql`(select from coupon where ${matching(filters)} limit ${most + 1}) as found`)
