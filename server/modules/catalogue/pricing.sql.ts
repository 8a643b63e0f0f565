import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { prices, wantedChange } from '#contract/operations/prices.ts'
import { sku } from '#contract/records/sku.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { values } from '#server/database/values.ts'
import { regionName } from './catalogue.sql.ts'

/** A sku or a package, both of which have a price. */
const priced = z.object({
  id,
  kind: z.enum(['sku', 'package']),
  /** For example 东京 · 数据中心原生 IP · 5 Mbps or 90 天套餐. */
  name: z.string(),
  /** A sku's price in fen, or a package's discount in percent. */
  value: z.int(),
  list_price: z.int().nullable(),
  published: z.boolean(),
  /** False for a package of an archived category, which can't be put on sale. */
  open: z.boolean(),
})
export type Priced = z.output<typeof priced>

/** It must match `skuName` of the contract. */
const skuLabel = sql`case when sku.region_id is null then goods.name else concat_ws(' · ', ${regionName}, access_way.name,
  sku.bandwidth || ' Mbps') end`
const packageLabel = sql`category.name || ' ' || package_type.days || ' 天套餐'`

/**
 * Locks skus and packages in the order of their ids against other price changes. Orders only reference them and are not blocked.
 */
export async function lockPriced(database: Database, skuIds: string[], packageIds: string[]): Promise<Priced[]> {
  const skus = await database.rows(priced)`
    select sku.id, 'sku' as kind, ${skuLabel} as name, sku.price as value, sku.list_price, sku.published, true as open
    from sku join goods on goods.id = sku.goods_id
    left join region on region.id = sku.region_id
    left join access_way on access_way.id = sku.access_way_id
    where sku.id = any(${skuIds}::uuid[]) order by sku.id for no key update of sku`
  const packages = await database.rows(priced)`
    select package_type.id, 'package' as kind, ${packageLabel} as name, discount_percent as value,
      null::integer as list_price, package_type.published, not category.archived as open
    from package_type join category on category.id = category_id
    where package_type.id = any(${packageIds}::uuid[]) order by package_type.id
    for no key update of package_type for share of category`
  return [...skus, ...packages]
}

const scheduled = priced.pick({ id: true, value: true, list_price: true }).extend({ holds_from: instant })

/** Finds for each the last change that is confirmed and not yet due. */
export const lastScheduled = (database: Database, ids: string[]) =>
  database.rows(scheduled)`
    select distinct on (coalesce(sku_id, package_type_id)) coalesce(sku_id, package_type_id) as id, new_value as value,
      new_list_price as list_price, holds_from
    from price_change
    where state = 'scheduled' and (sku_id = any(${ids}::uuid[]) or package_type_id = any(${ids}::uuid[]))
    order by coalesce(sku_id, package_type_id), holds_from desc`

const newChange = wantedChange.omit({ name: true })
export type NewChange = z.output<typeof newChange>

interface Batch {
  batchId: string
  publishes: boolean
  requestedBy: string
  confirmedBy: string
  holdsFrom: string
}

export const insertChanges = (database: Database, batch: Batch, changes: NewChange[]) =>
  database.change`
    insert into price_change (batch_id, sku_id, package_type_id, old_value, new_value, old_list_price, new_list_price,
      publishes, requested_by, confirmed_by, holds_from)
    select ${batch.batchId}, sku_id, package_type_id, old_value, new_value, old_list_price, new_list_price,
      ${batch.publishes}, ${batch.requestedBy}, ${batch.confirmedBy}, ${batch.holdsFrom}
    from ${values(changes, {
      sku_id: 'uuid',
      package_type_id: 'uuid',
      old_value: 'integer',
      new_value: 'integer',
      old_list_price: 'integer',
      new_list_price: 'integer',
    })}
    order by place`

const dueBatch = z.object({ batch_id: id })

/** Lists the batches that are due, sorted by their times. */
export const dueBatches = async (database: Database) =>
  (
    await database.rows(dueBatch)`
      select batch_id from price_change where state = 'scheduled' and holds_from <= now()
      group by batch_id, holds_from order by holds_from, batch_id`
  ).map(({ batch_id }) => batch_id)

const item = newChange.pick({ sku_id: true, package_type_id: true })

export const itemsOfBatch = (database: Database, batchId: string) =>
  database.rows(item)`select ${selectList(item)} from price_change where batch_id = ${batchId}`

export const itemsOfChanges = (database: Database, ids: string[]) =>
  database.rows(item)`select ${selectList(item)} from price_change where id = any(${ids}::uuid[])`

const appliedChange = newChange.extend({ state: z.enum(['applied', 'missed']), publishes: z.boolean() })
export type AppliedChange = z.output<typeof appliedChange>

/**
 * Applies a batch in one statement. An order's quote, which is one statement as well, therefore sees all of it or nothing. A change
 * whose old value no longer holds is skipped. Returns the applied changes, which are none when the batch was no longer scheduled.
 * The caller has locked the skus and packages.
 */
export const applyBatch = (database: Database, batchId: string) =>
  database.rows(appliedChange)`
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
      state = case
        when coalesce(due.sku_id, due.package_type_id) in (select id from skus union all select id from packages)
        then 'applied' else 'missed' end
    from due where price_change.id = due.id
    returning ${selectList(appliedChange, {}, 'price_change')}`

const unpublishedSku = sku.schema.pick({ sku_id: true, price: true, list_price: true })

/**
 * Takes skus and packages off sale and returns the skus that were on sale. Their scheduled changes now change the price alone: going
 * on sale again needs another confirmation.
 */
export const takeOffSale = (database: Database, skuIds: string[], packageIds: string[]) =>
  database.rows(unpublishedSku)`
    with skus as (
      update sku set published = false where id = any(${skuIds}::uuid[]) and published
      returning id as sku_id, price, list_price
    ), packages as (
      update package_type set published = false where id = any(${packageIds}::uuid[])
    ), changes as (
      update price_change set publishes = false where state = 'scheduled' and publishes
        and (sku_id = any(${skuIds}::uuid[]) or package_type_id = any(${packageIds}::uuid[]))
    )
    select ${selectList(unpublishedSku)} from skus`

const cancelledChange = newChange.extend({ holds_from: instant })

/** Cancels scheduled changes, except those that a remaining later change is based on. */
export const cancelChanges = (database: Database, ids: string[], by: string) =>
  database.rows(cancelledChange)`
    update price_change as change set state = 'cancelled', ended_at = now(), cancelled_by = ${by}
    where id = any(${ids}::uuid[]) and state = 'scheduled' and not exists (
      select from price_change later where later.state = 'scheduled' and later.holds_from > change.holds_from
        and (later.sku_id = change.sku_id or later.package_type_id = change.package_type_id)
        and not later.id = any(${ids}::uuid[]))
    returning ${selectList(cancelledChange)}`

/** A stored request is parsed by `readRequest` where it is read. */
const storedRequest = z.object({ payload: z.unknown() })

export const waitingRequests = (database: Database) =>
  database.rows(storedRequest)`select payload from approval where kind = 'price' and state = 'waiting' order by id`

type Filters = Omit<OperationParsed<'getPriceChangeList'>, 'page' | 'page_size'>

const matching = ({ sku_id, package_type_id, state }: Filters) => sql`
  where (${sku_id ?? null}::uuid is null or price_change.sku_id = ${sku_id ?? null})
    and (${package_type_id ?? null}::uuid is null or price_change.package_type_id = ${package_type_id ?? null})
    and (${state ?? null}::text is null or price_change.state = ${state ?? null})`

export const priceChangeList = (database: Database, filters: Filters, { limit, offset }: Page) =>
  database.rows(prices.getPriceChangeList.output.shape.list.element)`
    select price_change.id as price_change_id, sku_id, package_type_id, coalesce(${packageLabel}, ${skuLabel}) as name,
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
    ${matching(filters)} order by price_change.id desc limit ${limit} offset ${offset}`

export const countPriceChanges = (database: Database, filters: Filters) =>
  countRows(database, sql`price_change ${matching(filters)}`)
