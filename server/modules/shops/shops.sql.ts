import sql, { join, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { ParsedOf } from '#contract/index.ts'
import { shop } from '#contract/records/shop.ts'
import type { Changes } from '#server/core/with-changes.ts'
import { lockName } from '#server/database/advisory-lock.ts'
import { assigned } from '#server/database/assigned.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { containing } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { values } from '#server/database/values.ts'

type Filter = Omit<ParsedOf<'getShopList'>, 'page' | 'page_size'>

function matching(companyId: string, { platform, state, svp_id, unbound, keyword }: Filter): Sql {
  const conditions = [sql`shop.company_id = ${companyId}`]
  if (platform) conditions.push(sql`shop.platform = ${platform}`)
  if (state) conditions.push(sql`shop.state = ${state}`)
  if (svp_id) conditions.push(sql`shop.line_id = ${svp_id}`)
  if (unbound !== undefined) conditions.push(sql`(shop.line_id is null) = ${unbound}`)
  if (keyword) {
    const pattern = containing(keyword)
    conditions.push(
      sql`(shop.name ilike ${pattern} or shop.shop_number ilike ${pattern} or shop.owner_name ilike ${pattern})`,
    )
  }
  return join(conditions, ' and ')
}

const own = shop.schema.omit({ line_name: true, address: true, last_used_at: true })
const ownColumns = selectList(own, { shop_id: 'id', svp_id: 'line_id' }, 'shop')

export const listShops = (company: Database, companyId: string, filter: Filter, page: Page) =>
  company.rows(shop.schema)`
    with picked as materialized (
      select shop.* from shop where ${matching(companyId, filter)}
      order by created_at desc, id desc limit ${page.limit} offset ${page.offset}
    )
    select ${ownColumns}, line.name as line_name, line.address,
      (select max(last_at) from address_use
        where address_use.company_id = ${companyId} and address_use.shop_id = shop.id) as last_used_at
    from picked as shop left join line on line.company_id = shop.company_id and line.id = shop.line_id
    order by shop.created_at desc, shop.id desc`

export const countShops = (company: Database, companyId: string, filter: Filter) =>
  countRows(company, sql`shop where ${matching(companyId, filter)}`)

export const kept = shop.schema.pick({
  shop_id: true,
  platform: true,
  name: true,
  shop_number: true,
  owner_name: true,
  state: true,
  svp_id: true,
})
export type KeptShop = z.output<typeof kept>
export type ShopInput = Omit<KeptShop, 'shop_id'>

export const lockShop = (company: Database, companyId: string, shopId: string) =>
  company.row(kept)`
    select ${selectList(kept, { shop_id: 'id', svp_id: 'line_id' })} from shop
    where company_id = ${companyId} and id = ${shopId} for no key update`

/** Serializes additions, so that the number of shops is known. */
export const lockShops = (company: Database, companyId: string) => lockName(company, `shops ${companyId}`)

const added = z.object({ shop_id: id })

/** Leaves out the shops whose number is taken on their platform. */
export const insertShops = (company: Database, companyId: string, shops: readonly ShopInput[]) =>
  company.rows(added)`
    insert into shop (company_id, platform, name, shop_number, owner_name, state, line_id)
    select ${companyId}, platform, name, shop_number, owner_name, state, svp_id
    from ${values(shops, { platform: 'text', name: 'text', shop_number: 'text', owner_name: 'text', state: 'text', svp_id: 'uuid' })}
    order by place
    on conflict (company_id, platform, shop_number) do nothing
    returning id as shop_id`

/** An undefined value leaves a column as it is. */
export const updateShop = (
  company: Database,
  companyId: string,
  shopId: string,
  { platform, name, shop_number, owner_name, state, svp_id: line_id }: Changes<ShopInput>,
) =>
  company.change`
    update shop set ${assigned({ platform, name, shop_number, owner_name, state, line_id })}
    where company_id = ${companyId} and id = ${shopId}`

const lineName = z.object({ svp_id: id, name: z.string(), address: z.string().nullable() })

/** Finds a present line of the company, and locks it against release until the transaction ends. */
export const holdLine = (company: Database, companyId: string, lineId: string) =>
  company.row(lineName)`
    select id as svp_id, name, address from line
    where company_id = ${companyId} and id = ${lineId} and state <> 'released' for share`

/** Lists the lines that have one of these names or addresses. */
export const linesCalled = (company: Database, companyId: string, names: string[]) =>
  company.rows(lineName)`
    select id as svp_id, name, address from line
    where company_id = ${companyId} and state <> 'released'
      and (name = any(${names}::text[]) or address = any(${names}::text[]))`

const taken = shop.schema.pick({ platform: true, shop_number: true })

export const numbersInUse = (company: Database, companyId: string, numbers: string[]) =>
  company.rows(taken)`
    select platform, shop_number from shop where company_id = ${companyId} and shop_number = any(${numbers}::text[])`
