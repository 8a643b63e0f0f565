import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { AddressState } from '#contract/operations/network-names.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'
import { readRange, textOf } from './address-range.ts'

export interface AddressFilter {
  region_id?: string | undefined
  access_way_id?: string | undefined
  state?: AddressState | undefined
  company_id?: string | undefined
  keyword?: string | undefined
}

/** Only the filters that are given stand in the statement: each combination has an index of its own to go by. */
function matching({ region_id, access_way_id, state, company_id, keyword }: AddressFilter): Sql {
  const conditions = [sql`true`]
  if (region_id) conditions.push(sql`ip_address.region_id = ${region_id}`)
  if (access_way_id) conditions.push(sql`ip_address.access_way_id = ${access_way_id}`)
  if (state) conditions.push(sql`ip_address.state = ${state}`)
  if (company_id)
    conditions.push(sql`ip_address.id in (
      select ip_address_id from line where company_id = ${company_id} and ip_address_id is not null)`)
  const range = keyword ? readRange(keyword) : undefined
  if (range)
    conditions.push(
      sql`address between ${textOf(range.family, range.first)}::inet and ${textOf(range.family, range.last)}::inet`,
    )
  else if (keyword)
    conditions.push(sql`ip_address.id in (
      select ip_address_id from line join company on company.id = line.company_id
      where company.name ilike ${containing(keyword)} and ip_address_id is not null)`)
  return join(conditions, ' and ')
}

export interface AddressRow {
  address_id: string
  address: string
  gateway: string
  state: AddressState
  free_at: Date | null
  created_at: Date
  region_id: string
  country: string
  city: string
  access_way_id: string
  access_way: string
  line_id: string | null
  line_name: string | null
  company_id: string | null
  company: string | null
}

export const addressList = (
  database: Database,
  filter: AddressFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  database.rows<AddressRow>(sql`
    with picked as materialized (
      select * from ip_address where ${matching(filter)} order by address limit ${limit} offset ${offset}
    )
    select picked.id as address_id, host(picked.address) as address, picked.gateway, picked.state, picked.free_at,
      picked.created_at, picked.region_id, region.country, region.city, picked.access_way_id,
      access_way.name as access_way, line.id as line_id, line.name as line_name, line.company_id, company.name as company
    from picked
    join region on region.id = picked.region_id
    join access_way on access_way.id = picked.access_way_id
    left join line on line.ip_address_id = picked.id
    left join company on company.id = line.company_id
    order by picked.address`)

export const countAddresses = async (database: Database, filter: AddressFilter, most: number): Promise<number> =>
  (
    await database.row<{ found: number }>(sql`
      select count(*)::integer as found from (
        select from ip_address where ${matching(filter)} limit ${most}) as counted`)
  )?.found ?? 0

export const findAddress = (database: Database, id: string) =>
  database.row<{ address: string; created_at: Date }>(sql`
    select host(address) as address, created_at from ip_address where id = ${id}`)

export interface SpanRow {
  line_id: string
  name: string
  company_id: string
  company: string
  since: Date
  until: Date | null
}

/** Who had it, the newest first; at an instant: who had it then. */
export const addressSpans = (database: Database, id: string, at: Date | undefined, limit: number) =>
  database.rows<SpanRow>(sql`
    select span.line_id, line.name, span.company_id, company.name as company, span.since,
      nullif(span.until, 'infinity') as until
    from address_span as span
    join line on line.company_id = span.company_id and line.id = span.line_id
    join company on company.id = span.company_id
    where span.ip_address_id = ${id} ${at ? sql`and span.since <= ${at} and span.until > ${at}` : empty}
    order by span.since desc limit ${limit}`)

export interface Chosen {
  id: string
  address: string
  state: AddressState
  gateway: string
  region_id: string
  access_way_id: string
}

const chosenColumns = sql`id, host(address) as address, state, gateway, region_id, access_way_id`

export const chosenAddresses = (database: Database, ids: readonly string[]) =>
  database.rows<Chosen>(sql`select ${chosenColumns} from ip_address where id = any(${[...ids]}::uuid[])`)

/** In the order of their ids, behind their stock. */
export const lockAddresses = (transaction: Database, ids: readonly string[]) =>
  transaction.rows<Chosen>(sql`
    select ${chosenColumns} from ip_address where id = any(${[...ids]}::uuid[]) order by id for no key update`)

export const setStates = (
  transaction: Database,
  ids: readonly string[],
  from: readonly AddressState[],
  to: AddressState,
) =>
  transaction.change(sql`
    update ip_address set state = ${to}, free_at = null
    where id = any(${[...ids]}::uuid[]) and state = any(${[...from]}::text[])`)

export const setGateways = (transaction: Database, ids: readonly string[], gateway: string) =>
  transaction.change(sql`update ip_address set gateway = ${gateway} where id = any(${[...ids]}::uuid[])`)

/** Whether an address can be stocked there. */
export const isPlace = async (database: Database, regionId: string, accessWayId: string): Promise<boolean> =>
  (
    await database.row<{ known: boolean }>(sql`
      select exists (select from region where id = ${regionId})
        and exists (select from access_way where id = ${accessWayId} and not archived) as known`)
  )?.known ?? false
