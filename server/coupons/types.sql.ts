import sql, { join, type Sql } from 'sql-template-tag'
import type { CouponTypeState } from '#contract/operations/coupons-names.ts'
import type { CouponSource } from '#contract/shop.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'
import type { CouponType } from './coupons.sql.ts'

/** What an operator decides of a type. */
export type TypeFields = Omit<CouponType, 'id' | 'claimed' | 'open'> & { sort: number }

export interface ListedType extends TypeFields {
  id: string
  claimed: number
  revision: number
  created_at: Date
  state: CouponTypeState
  categories: string[]
}

export interface Figures {
  unused: number
  locked: number
  used: number
  expired: number
  discount: number
}

const state = sql`case
  when not published then 'off'
  when valid_until <= now() or claim_ends_at <= now() then 'ended'
  when claimed >= total then 'gone'
  when claim_starts_at > now() then 'upcoming'
  else 'open' end`

const columns = sql`id, name, about, kind, amount, percent, cap, threshold, category_ids, for_purchase, for_renewal, total,
  claimed, per_company, way, claim_starts_at, claim_ends_at, valid_from, valid_until, valid_days, published, sort, revision,
  created_at, ${state} as state, coalesce(
    (select array_agg(name order by category.sort, code) from category where category.id = any(category_ids)), '{}'
  ) as categories`

export interface TypeFilters {
  keyword?: string | undefined
  way?: CouponSource | undefined
  state?: CouponTypeState | undefined
}

function matching(filters: TypeFilters): Sql {
  const conditions = [sql`true`]
  if (filters.keyword) conditions.push(sql`name ilike ${containing(filters.keyword)}`)
  if (filters.way) conditions.push(sql`way = ${filters.way}`)
  if (filters.state) conditions.push(sql`${state} = ${filters.state}`)
  return join(conditions, ' and ')
}

export const typeList = (
  database: Database,
  filters: TypeFilters,
  { limit, offset }: Record<'limit' | 'offset', number>,
) =>
  database.rows<ListedType>(sql`
    select ${columns} from coupon_type where ${matching(filters)} order by id desc limit ${limit} offset ${offset}`)

export const countTypes = async (database: Database, filters: TypeFilters) =>
  (
    await database.row<{ total: number }>(sql`
    select count(*)::integer as total from coupon_type where ${matching(filters)}`)
  )?.total ?? 0

export const typeOf = (database: Database, id: string) =>
  database.row<ListedType>(sql`select ${columns} from coupon_type where id = ${id}`)

/** Claims of the type wait until this transaction ends: what is read here of its count stands. */
export const lockType = (database: Database, id: string) =>
  database.row<ListedType>(sql`select ${columns} from coupon_type where id = ${id} for no key update`)

/** Of each type, over all companies: read from one index alone. */
export const figuresOf = async (database: Database, ids: string[]) =>
  new Map(
    (
      await database.rows<Figures & { coupon_type_id: string }>(sql`
        select coupon_type_id,
          count(*) filter (where state = 'unused' and valid_until > now())::integer as unused,
          count(*) filter (where state = 'locked')::integer as locked,
          count(*) filter (where state = 'used')::integer as used,
          count(*) filter (where state = 'unused' and valid_until <= now())::integer as expired,
          coalesce(sum(discount), 0)::bigint as discount
        from coupon where coupon_type_id = any(${ids}::uuid[]) group by coupon_type_id`)
    ).map(({ coupon_type_id, ...figures }) => [coupon_type_id, figures]),
  )

const values = (type: TypeFields) => ({
  name: sql`${type.name}`,
  about: sql`${type.about}`,
  kind: sql`${type.kind}`,
  amount: sql`${type.amount}::integer`,
  percent: sql`${type.percent}::integer`,
  cap: sql`${type.cap}::integer`,
  threshold: sql`${type.threshold}::integer`,
  category_ids: sql`${type.category_ids}::uuid[]`,
  for_purchase: sql`${type.for_purchase}::boolean`,
  for_renewal: sql`${type.for_renewal}::boolean`,
  total: sql`${type.total}::integer`,
  per_company: sql`${type.per_company}::integer`,
  way: sql`${type.way}`,
  claim_starts_at: sql`${type.claim_starts_at}::timestamptz`,
  claim_ends_at: sql`${type.claim_ends_at}::timestamptz`,
  valid_from: sql`${type.valid_from}::timestamptz`,
  valid_until: sql`${type.valid_until}::timestamptz`,
  valid_days: sql`${type.valid_days}::integer`,
  published: sql`${type.published}::boolean`,
  sort: sql`${type.sort}::integer`,
})
const valueNames = sql`name, about, kind, amount, percent, cap, threshold, category_ids, for_purchase, for_renewal, total,
  per_company, way, claim_starts_at, claim_ends_at, valid_from, valid_until, valid_days, published, sort`

export const insertType = (database: Database, type: TypeFields) =>
  database.row<{ id: string }>(sql`
    insert into coupon_type (${valueNames}) values (${join(Object.values(values(type)))}) returning id`)

export const updateType = (database: Database, id: string, type: TypeFields) =>
  database.change(sql`
    update coupon_type set (${valueNames}) = row (${join(Object.values(values(type)))}), revision = revision + 1
    where id = ${id}`)

export const setPublished = (database: Database, id: string, published: boolean) =>
  database.change(sql`
    update coupon_type set published = ${published}, revision = revision + 1 where id = ${id}`)

export const countCategories = async (database: Database, ids: string[]) =>
  (
    await database.row<{ known: number }>(sql`
    select count(*)::integer as known from category where id = any(${ids}::uuid[])`)
  )?.known ?? 0
