import sql from 'sql-template-tag'
import type { PriceChangeState } from '#contract/operations/catalogue-names.ts'
import type { Database } from '../database/database.ts'
import { regionName } from './catalogue.sql.ts'

/** A sku or a package: what has a price. */
export interface Priced {
  id: string
  kind: 'sku' | 'package'
  /** 东京 · 数据中心原生 IP · 5 Mbps; 90 天套餐. */
  name: string
  /** Fen; percent off. */
  value: number
  list_price: number | null
  published: boolean
  /** Whether it can be put on sale: a package of an archived category can't. */
  open: boolean
}

/** As `skuName` of the contract says it. */
const skuLabel = sql`case when sku.region_id is null then goods.name else concat_ws(' · ', ${regionName}, access_way.name,
  sku.bandwidth || ' Mbps') end`
const packageLabel = sql`category.name || ' ' || package_type.days || ' 天套餐'`

/** Locked in the order of their ids, against other changes of their prices; orders, which only refer to them, go on. */
export async function lockPriced(database: Database, skuIds: string[], packageIds: string[]): Promise<Priced[]> {
  const skus = await database.rows<Priced>(sql`
    select sku.id, 'sku' as kind, ${skuLabel} as name, sku.price as value, sku.list_price, sku.published, true as open
    from sku join goods on goods.id = sku.goods_id
    left join region on region.id = sku.region_id
    left join access_way on access_way.id = sku.access_way_id
    where sku.id = any(${skuIds}::uuid[]) order by sku.id for no key update of sku`)
  const packages = await database.rows<Priced>(sql`
    select package_type.id, 'package' as kind, ${packageLabel} as name, discount_percent as value,
      null::integer as list_price, package_type.published, not category.archived as open
    from package_type join category on category.id = category_id
    where package_type.id = any(${packageIds}::uuid[]) order by package_type.id
    for no key update of package_type for share of category`)
  return [...skus, ...packages]
}

export interface Scheduled {
  id: string
  value: number
  list_price: number | null
  holds_from: Date
}

/** The last change of each that is confirmed and yet to come. */
export const lastScheduled = (database: Database, ids: string[]) =>
  database.rows<Scheduled>(sql`
    select distinct on (coalesce(sku_id, package_type_id)) coalesce(sku_id, package_type_id) as id, new_value as value,
      new_list_price as list_price, holds_from
    from price_change where state = 'scheduled' and (sku_id = any(${ids}::uuid[]) or package_type_id = any(${ids}::uuid[]))
    order by coalesce(sku_id, package_type_id), holds_from desc`)

export interface NewChange {
  sku_id: string | null
  package_type_id: string | null
  old_value: number
  new_value: number
  old_list_price: number | null
  new_list_price: number | null
}

interface Batch {
  batchId: string
  publishes: boolean
  requestedBy: string
  confirmedBy: string
  holdsFrom: Date
}

export const insertChanges = (database: Database, batch: Batch, changes: NewChange[]) =>
  database.change(sql`
    insert into price_change (batch_id, sku_id, package_type_id, old_value, new_value, old_list_price, new_list_price,
      publishes, requested_by, confirmed_by, holds_from)
    select ${batch.batchId}, sku_id, package_type_id, old_value, new_value, old_list_price, new_list_price,
      ${batch.publishes}, ${batch.requestedBy}, ${batch.confirmedBy}, ${batch.holdsFrom}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given (sku_id uuid, package_type_id uuid,
      old_value integer, new_value integer, old_list_price integer, new_list_price integer)`)

/** Batches whose time has come, in the order of their times. */
export const dueBatches = async (database: Database) =>
  (
    await database.rows<{ batch_id: string }>(sql`
      select batch_id from price_change where state = 'scheduled' and holds_from <= now()
      group by batch_id, holds_from order by holds_from, batch_id`)
  ).map(({ batch_id }) => batch_id)

interface Held {
  id: string
  sku_id: string | null
  package_type_id: string | null
}

export const itemsOfBatch = (database: Database, batchId: string) =>
  database.rows<Held>(sql`select id, sku_id, package_type_id from price_change where batch_id = ${batchId}`)

export const itemsOfChanges = (database: Database, ids: string[]) =>
  database.rows<Held>(sql`select id, sku_id, package_type_id from price_change where id = any(${ids}::uuid[])`)

export interface AppliedChange extends NewChange {
  id: string
  state: 'applied' | 'missed'
  publishes: boolean
}

/**
 * Puts a batch into force, in one statement: an order's quote, which is one statement as well, sees all of it or nothing.
 * Where the old value does not hold any more, nothing changes and the change is missed. Answers what it did; nothing when
 * the batch was not scheduled any more. What has a price is locked by the caller.
 */
export const applyBatch = (database: Database, batchId: string) =>
  database.rows<AppliedChange>(sql`
    with due as (
      select * from price_change where batch_id = ${batchId} and state = 'scheduled' for update
    ), skus as (
      update sku set price = due.new_value, list_price = due.new_list_price, published = sku.published or due.publishes
      from due where sku.id = due.sku_id and sku.price = due.old_value and sku.list_price = due.old_list_price
      returning sku.id
    ), packages as (
      update package_type set discount_percent = due.new_value, published = package_type.published or due.publishes
      from due where package_type.id = due.package_type_id and package_type.discount_percent = due.old_value
      returning package_type.id
    )
    update price_change set ended_at = now(),
      state = case when coalesce(due.sku_id, due.package_type_id) in (select id from skus union all select id from packages)
        then 'applied' else 'missed' end
    from due where price_change.id = due.id
    returning price_change.id, price_change.state, price_change.sku_id, price_change.package_type_id,
      price_change.old_value, price_change.new_value, price_change.old_list_price, price_change.new_list_price,
      price_change.publishes`)

/** Those that were still to come, and upon which none builds that stays. */
export const cancelChanges = (database: Database, ids: string[], by: string) =>
  database.rows<NewChange & { id: string; holds_from: Date }>(sql`
    update price_change as change set state = 'cancelled', ended_at = now(), cancelled_by = ${by}
    where id = any(${ids}::uuid[]) and state = 'scheduled' and not exists (
      select from price_change later where later.state = 'scheduled' and later.holds_from > change.holds_from
        and (later.sku_id = change.sku_id or later.package_type_id = change.package_type_id)
        and not later.id = any(${ids}::uuid[]))
    returning id, sku_id, package_type_id, old_value, new_value, old_list_price, new_list_price, holds_from`)

export interface WaitingRequest {
  approval_id: string
  payload: unknown
}

export const waitingRequests = (database: Database) =>
  database.rows<WaitingRequest>(sql`
    select id as approval_id, payload from approval where kind = 'price' and state = 'waiting' order by id`)

export const findRequest = (database: Database, approvalId: string) =>
  database.row<WaitingRequest>(sql`
    select id as approval_id, payload from approval where kind = 'price' and id = ${approvalId}`)

interface Filters {
  sku_id?: string | undefined
  package_type_id?: string | undefined
  state?: PriceChangeState | undefined
}

const matching = ({ sku_id, package_type_id, state }: Filters) => sql`
  where (${sku_id ?? null}::uuid is null or price_change.sku_id = ${sku_id ?? null})
    and (${package_type_id ?? null}::uuid is null or price_change.package_type_id = ${package_type_id ?? null})
    and (${state ?? null}::text is null or price_change.state = ${state ?? null})`

interface ListedChange extends NewChange {
  id: string
  name: string
  goods_name: string
  publishes: boolean
  state: PriceChangeState
  requested_by: string
  confirmed_by: string
  confirmed_at: Date
  holds_from: Date
  ended_at: Date | null
  cancelled_by: string | null
}

export const priceChangeList = (
  database: Database,
  filters: Filters,
  { limit, offset }: { limit: number; offset: number },
) =>
  database.rows<ListedChange>(sql`
    select price_change.id, sku_id, package_type_id, coalesce(${packageLabel}, ${skuLabel}) as name,
      coalesce(category.name, goods.name) as goods_name, old_value, new_value, old_list_price, new_list_price, publishes,
      price_change.state, requester.display_name as requested_by, confirmer.display_name as confirmed_by, confirmed_at,
      holds_from, ended_at, canceller.display_name as cancelled_by
    from price_change
    left join sku on sku.id = sku_id left join goods on goods.id = sku.goods_id
    left join region on region.id = sku.region_id left join access_way on access_way.id = sku.access_way_id
    left join package_type on package_type.id = package_type_id
    left join category on category.id = package_type.category_id
    join operator requester on requester.id = requested_by
    join operator confirmer on confirmer.id = confirmed_by
    left join operator canceller on canceller.id = cancelled_by
    ${matching(filters)} order by price_change.id desc limit ${limit} offset ${offset}`)

export const countPriceChanges = async (database: Database, filters: Filters) =>
  (
    await database.row<{ total: number }>(sql`
      select count(*)::integer as total from price_change ${matching(filters)}`)
  )?.total ?? 0
