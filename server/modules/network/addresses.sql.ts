import sql, { empty, join, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { OperationParsed } from '#contract/operations/index.ts'
import { address, addressSpan } from '#contract/records/address.ts'
import type { AddressState } from '#contract/records/address-fields.ts'
import { formatAddress, parseRange } from '#server/core/address-range.ts'
import { companiesNamed } from '#server/database/companies-named.ts'
import { countRows, holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'

type AddressFilter = Omit<OperationParsed<'getAddressList'>, 'page' | 'page_size'>

/** Selects the lines with an address of the companies that the keyword names, if it is no address itself. */
const linesOfNamed = (keyword: string) => sql`
  line where company_id = any(array(${companiesNamed(keyword)})) and ip_address_id is not null`

/** The statement contains only the filters that are set, so that each combination can use its own index. */
function matching({ region_id, access_way_id, state, company_id, keyword }: AddressFilter): Sql {
  const conditions = [sql`true`]
  if (region_id) conditions.push(sql`ip_address.region_id = ${region_id}`)
  if (access_way_id) conditions.push(sql`ip_address.access_way_id = ${access_way_id}`)
  if (state) conditions.push(sql`ip_address.state = ${state}`)
  if (company_id)
    conditions.push(sql`ip_address.id in (
      select ip_address_id from line where company_id = ${company_id} and ip_address_id is not null)`)
  const range = keyword ? parseRange(keyword) : undefined
  if (range)
    conditions.push(
      sql`address between ${formatAddress(range.family, range.first)}::inet and ${formatAddress(range.family, range.last)}::inet`,
    )
  else if (keyword) conditions.push(sql`ip_address.id in (select ip_address_id from ${linesOfNamed(keyword)})`)
  return join(conditions, ' and ')
}

const own = address.schema.omit({ address: true, country: true, city: true, access_way: true, line: true })

export const addressList = (database: Database, filter: AddressFilter, { limit, offset }: Page) =>
  database.rows(address.schema)`
    with picked as materialized (
      select * from ip_address where ${matching(filter)} order by address limit ${limit} offset ${offset}
    )
    select ${selectList(own, { address_id: 'id' }, 'picked')}, host(picked.address) as address,
      region.country, region.city, access_way.name as access_way,
      case when line.id is not null then jsonb_build_object('line_id', line.id, 'name', line.name,
        'company_id', line.company_id, 'company', company.name) end as line
    from picked
    join region on region.id = picked.region_id
    join access_way on access_way.id = picked.access_way_id
    left join line on line.ip_address_id = picked.id
    left join company on company.id = line.company_id
    order by picked.address`

/** An address has one line, so those of a keyword's companies are counted by their lines if there is no other filter. */
export function countAddresses(database: Database, filter: AddressFilter, most: number): Promise<number> {
  const { keyword, ...others } = filter
  const found =
    keyword && !parseRange(keyword) && Object.values(others).every(other => other === undefined)
      ? linesOfNamed(keyword)
      : sql`ip_address where ${matching(filter)}`
  return countRows(database, sql`(select from ${found} limit ${most}) as counted`)
}

const stocked = z.object({ free: z.int(), reserved: z.int() })

/** Returns the free addresses at the filter's places, and how many of them are promised: to unpaid orders and lines without one. */
export const stockAt = (database: Database, { region_id, access_way_id }: AddressFilter) =>
  database.one(stocked)`
    select coalesce(sum(free), 0)::integer as free, coalesce(sum(reserved), 0)::integer as reserved from address_stock
    where true ${region_id ? sql`and region_id = ${region_id}` : empty}
      ${access_way_id ? sql`and access_way_id = ${access_way_id}` : empty}`

const foundAddress = address.schema.pick({ address: true, created_at: true })

export const findAddress = (database: Database, id: string) =>
  database.row(foundAddress)`select host(address) as address, created_at from ip_address where id = ${id}`

/** Returns the holders of the address, the newest first, or the holder at an instant. */
export const addressSpans = (database: Database, id: string, at: string | undefined, limit: number) =>
  database.rows(addressSpan.schema)`
    select span.line_id, line.name, span.company_id, company.name as company, span.since,
      nullif(span.until, 'infinity') as until
    from address_span as span
    join line on line.company_id = span.company_id and line.id = span.line_id
    join company on company.id = span.company_id
    where span.ip_address_id = ${id} ${at ? sql`and span.since <= ${at} and span.until > ${at}` : empty}
    order by span.since desc limit ${limit}`

const chosen = address.schema.pick({
  address_id: true,
  address: true,
  state: true,
  gateway: true,
  region_id: true,
  access_way_id: true,
})
export type Chosen = z.output<typeof chosen>

const chosenColumns = selectList(chosen, { address_id: 'id', address: 'host(address)' })

export const chosenAddresses = (database: Database, ids: readonly string[]) =>
  database.rows(chosen)`select ${chosenColumns} from ip_address where id = any(${[...ids]}::uuid[])`

/** Locks addresses in the order of their ids, after their stock. */
export const lockAddresses = (transaction: Database, ids: readonly string[]) =>
  transaction.rows(
    chosen,
  )`select ${chosenColumns} from ip_address where id = any(${[...ids]}::uuid[]) order by id for no key update`

export const setStates = (
  transaction: Database,
  ids: readonly string[],
  from: readonly AddressState[],
  to: AddressState,
) =>
  transaction.change`
    update ip_address set state = ${to}, free_at = null
    where id = any(${[...ids]}::uuid[]) and state = any(${[...from]}::text[])`

export const setGateways = (transaction: Database, ids: readonly string[], gateway: string) =>
  transaction.change`update ip_address set gateway = ${gateway} where id = any(${[...ids]}::uuid[])`

/** Reports whether an address can be stocked there. */
export const isPlace = (database: Database, regionId: string, accessWayId: string) =>
  holds(
    database,
    sql`exists (select from region where id = ${regionId})
      and exists (select from access_way where id = ${accessWayId} and not archived)`,
  )
