import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { coupons } from '#contract/operations/coupons.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { couponType } from '#contract/records/coupon-type.ts'
import { countRows, holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { containing } from '#server/database/like.ts'
import { selectList } from '#server/database/select-list.ts'

/** The fields of a type that an operator sets. */
export type TypeFields = Omit<OperationParsed<'setCouponType'>, 'coupon_type_id' | 'revision'>

/** The name of a type in the audit, and in requests about it. */
export const typeTarget = (id: string) => `coupon_type:${id}`

const { figures, state: shownState, categories } = coupons.getCouponTypeDetail.output.shape
const listedType = couponType.schema.extend({ categories, state: shownState })
export type ListedType = z.output<typeof listedType>

const typeFigures = figures.omit({ claimed: true })
export type Figures = z.output<typeof typeFigures>

const state = sql`case
  when not published then 'off'
  when valid_until <= now() or claim_ends_at <= now() then 'ended'
  when claimed >= total then 'gone'
  when claim_starts_at > now() then 'upcoming'
  else 'open' end`

const columns = sql`${selectList(couponType.schema, { coupon_type_id: 'id' })}, ${state} as state, coalesce(
    (select array_agg(name order by category.sort, code) from category where category.id = any(category_ids)), '{}'
  ) as categories`

type TypeFilters = Omit<OperationParsed<'getCouponTypeList'>, 'page' | 'page_size'>

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
  database.rows(
    listedType,
  )`select ${columns} from coupon_type where ${matching(filters)} order by id desc limit ${limit} offset ${offset}`

export const countTypes = (database: Database, filters: TypeFilters) =>
  countRows(database, sql`coupon_type where ${matching(filters)}`)

export const typeOf = (database: Database, id: string) =>
  database.row(listedType)`select ${columns} from coupon_type where id = ${id}`

/** Locks a type, so that claims of it wait until this transaction ends and the count that is read here stays valid. */
export const lockType = (database: Database, id: string) =>
  database.row(listedType)`select ${columns} from coupon_type where id = ${id} for no key update`

const figuresOfType = typeFigures.extend({ coupon_type_id: couponType.schema.shape.coupon_type_id })

/** Returns each type's figures over all companies, by an index-only scan. */
export const figuresOf = async (database: Database, ids: string[]) =>
  new Map(
    (
      await database.rows(figuresOfType)`
        select coupon_type_id,
          count(*) filter (where state = 'unused' and valid_until > now()) as unused,
          count(*) filter (where state = 'locked') as locked,
          count(*) filter (where state = 'used') as used,
          count(*) filter (where state = 'unused' and valid_until <= now()) as expired,
          coalesce(sum(discount), 0)::bigint as discount
        from coupon where coupon_type_id = any(${ids}::uuid[]) group by coupon_type_id`
    ).map(({ coupon_type_id, ...figures }) => [coupon_type_id, figures]),
  )

/** The columns that an operator's input fills. */
const written = (type: TypeFields) =>
  ({
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
  }) satisfies Record<keyof TypeFields, Sql>
const names = (columns: object) => raw(Object.keys(columns).join(', '))

const insertedType = couponType.schema.pick({ coupon_type_id: true })

export const insertType = (database: Database, type: TypeFields) => {
  const columns = written(type)
  return database.one(insertedType)`
    insert into coupon_type (${names(columns)}) values (${join(Object.values(columns))}) returning id as coupon_type_id`
}

export const updateType = (database: Database, id: string, type: TypeFields) => {
  const columns = written(type)
  return database.change`
    update coupon_type set (${names(columns)}) = row (${join(Object.values(columns))}), revision = revision + 1
    where id = ${id}`
}

export const setPublished = (database: Database, id: string, published: boolean) =>
  database.change`
    update coupon_type set published = ${published}, revision = revision + 1 where id = ${id}`

export const hasRunningGift = (database: Database, id: string) =>
  holds(database, sql`exists (select from coupon_gift where coupon_type_id = ${id} and state = 'running')`)

export const countCategories = (database: Database, ids: string[]) =>
  countRows(database, sql`category where id = any(${ids}::uuid[])`)
