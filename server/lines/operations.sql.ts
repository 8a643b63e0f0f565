import sql, { join, type Sql } from 'sql-template-tag'
import type { LineState } from '#contract/line-names.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'
import { readRange, textOf } from '../network/address-range.ts'
import { refundSuspension } from './delivery.ts'
import { inState, type LineFacts } from './state.ts'

export interface OperatedFilter {
  state?: LineState | undefined
  region_id?: string | undefined
  access_way_id?: string | undefined
  company_id?: string | undefined
  keyword?: string | undefined
}

/** An address or a network is looked for among addresses; anything else in names, of lines and of companies. */
function looksFor(keyword: string): Sql {
  const range = readRange(keyword)
  if (range)
    return sql`line.ip_address_id in (select id from ip_address
      where address between ${textOf(range.family, range.first)}::inet and ${textOf(range.family, range.last)}::inet)`
  const pattern = containing(keyword)
  return sql`(line.name ilike ${pattern} or line.company_id in (select id from company where name ilike ${pattern}))`
}

function matching({ state, region_id, access_way_id, company_id, keyword }: OperatedFilter): Sql {
  const conditions = [state ? inState[state] : sql`line.state <> 'released'`]
  if (company_id) conditions.push(sql`line.company_id = ${company_id}`)
  if (region_id) conditions.push(sql`line.region_id = ${region_id}`)
  if (access_way_id) conditions.push(sql`line.access_way_id = ${access_way_id}`)
  if (keyword) conditions.push(looksFor(keyword))
  return join(conditions, ' and ')
}

export interface OperatedRow extends LineFacts {
  line_id: string
  company_id: string
  company: string
  company_state: 'trial' | 'active' | 'frozen'
  name: string
  suspend_reason: string | null
  region_id: string
  country: string
  city: string
  access_way_id: string
  access_way: string
  bandwidth: number | null
  address: string | null
  address_id: string | null
  starts_at: Date
}

const columns = sql`line.id as line_id, line.company_id, company.name as company, company.state as company_state, line.name,
  line.state, line.suspend_reason, line.region_id, region.country, region.city, line.access_way_id,
  access_way.name as access_way, line.bandwidth, line.address, line.ip_address_id as address_id, line.starts_at, line.ends_at`

const joined = sql`
  join company on company.id = line.company_id
  join region on region.id = line.region_id
  join access_way on access_way.id = line.access_way_id`

export const operatedList = (
  system: Database,
  filter: OperatedFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  system.rows<OperatedRow>(sql`
    with picked as materialized (
      select line.* from line where ${matching(filter)} order by line.created_at desc, line.id desc
      limit ${limit} offset ${offset}
    )
    select ${columns} from picked as line ${joined} order by line.created_at desc, line.id desc`)

export const countOperated = async (system: Database, filter: OperatedFilter, most: number): Promise<number> =>
  (
    await system.row<{ found: number }>(sql`
      select count(*)::integer as found from (select from line where ${matching(filter)} limit ${most}) as counted`)
  )?.found ?? 0

export const findOperated = (system: Database, companyId: string, lineId: string) =>
  system.row<OperatedRow>(sql`
    select ${columns} from line ${joined} where line.company_id = ${companyId} and line.id = ${lineId}`)

export const otherAddress = (transaction: Database, companyId: string, lineId: string, from: string, to: string) =>
  transaction.row<{ name: string; address: string }>(sql`
    update line set ip_address_id = ${to}, bound_at = now()
    where company_id = ${companyId} and id = ${lineId} and ip_address_id = ${from} and state in ('active', 'suspended')
    returning name, address`)

export const retireAddress = (transaction: Database, ipId: string) =>
  transaction.change(sql`update ip_address set state = 'retired' where id = ${ipId} and state = 'bound'`)

/** Undefined for a line that is released, or that a refund decides over. */
export const lengthen = (transaction: Database, companyId: string, lineId: string, days: number) =>
  transaction.row<{ was: Date; ends_at: Date; name: string }>(sql`
    update line set ends_at = greatest(ends_at, now()) + make_interval(days => ${days}::integer)
    where company_id = ${companyId} and id = ${lineId} and state <> 'released'
      and suspend_reason is distinct from ${refundSuspension}
    returning old.ends_at as was, new.ends_at, new.name`)
