import sql, { join, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { networkLines } from '#contract/operations/network-lines.ts'
import { listedMatches } from '#contract/people.ts'
import { address } from '#contract/records/address.ts'
import { line } from '#contract/records/line.ts'
import { formatAddress, parseRange } from '#server/core/address-range.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import {
  countNamed,
  isFrequentName,
  maxNamed,
  type NamedRows,
  rowsNamedOrOfNamed,
} from '#server/database/named-rows.ts'
import { selectList } from '#server/database/select-list.ts'
import { graceEnd, inState, isRefunding, shownState } from '#server/modules/access/line-state.ts'
import { rebindsLeft } from './lines.sql.ts'

type OperatedFilter = Omit<OperationParsed<'getOperatedLines'>, 'page' | 'page_size'>

const newestFirst = sql`line.created_at desc, line.id desc`

/** An address or a network is matched against addresses, any other keyword against the names of lines and companies. */
const nameIn = ({ keyword }: OperatedFilter): string | undefined =>
  keyword && !parseRange(keyword) ? keyword : undefined

function linesOf({ state, region_id, access_way_id, company_id, keyword }: OperatedFilter): Sql {
  const conditions = [state ? inState[state] : sql`line.state <> 'released'`]
  if (company_id) conditions.push(sql`line.company_id = ${company_id}`)
  if (region_id) conditions.push(sql`line.region_id = ${region_id}`)
  if (access_way_id) conditions.push(sql`line.access_way_id = ${access_way_id}`)
  const range = keyword ? parseRange(keyword) : undefined
  if (range)
    conditions.push(sql`line.ip_address_id in (select id from ip_address
      where address between ${formatAddress(range.family, range.first)}::inet and ${formatAddress(range.family, range.last)}::inet)`)
  return sql`select line.* from line where ${join(conditions, ' and ')}`
}

const namedLines = (rows: Sql): NamedRows => ({ table: 'line', rows, order: newestFirst, name: sql`line.name` })

/** Reports whether the lines of a list with a keyword are found along its order, and not by their names' index. */
export const isFrequentLine = async (system: Database, filter: OperatedFilter): Promise<boolean> => {
  const name = nameIn(filter)
  return name !== undefined && isFrequentName(system, namedLines(linesOf(filter)), name)
}

/** Selects the lines that a list scans. */
function matching(filter: OperatedFilter, frequent: boolean, own: number, reach: number): Sql {
  const plain = linesOf(filter)
  const name = nameIn(filter)
  return name
    ? rowsNamedOrOfNamed(namedLines(plain), name, { frequent, own, reach })
    : sql`select false as is_own, line.* from (${plain}) as line`
}

export const operatedLine = networkLines.getOperatedLines.output.shape.list.element

const ownColumns = operatedLine.omit({
  company: true,
  company_state: true,
  state: true,
  country: true,
  city: true,
  access_way: true,
  refunding: true,
})
const columns = sql`${selectList(ownColumns, { line_id: 'id', address_id: 'ip_address_id' }, 'line')},
  company.name as company, company.state as company_state, ${shownState} as state, region.country, region.city,
  access_way.name as access_way, ${isRefunding} as refunding`

const joined = sql`
  join company on company.id = line.company_id
  join region on region.id = line.region_id
  join access_way on access_way.id = line.access_way_id`

export const operatedList = (system: Database, filter: OperatedFilter, frequent: boolean, { limit, offset }: Page) =>
  system.rows(operatedLine)`
    with picked as materialized (
      select * from (${matching(filter, frequent, listedMatches, offset + limit)}) as line order by ${newestFirst} limit ${limit} offset ${offset}
    )
    select ${columns} from picked as line ${joined} order by ${newestFirst}`

export const countOperated = (system: Database, filter: OperatedFilter, frequent: boolean, most: number) =>
  countNamed(system, matching(filter, frequent, maxNamed, most + 1), most)

const detail = networkLines.getOperatedLine.output.omit({ people: true })

export const findOperated = (system: Database, companyId: string, lineId: string) =>
  system.row(detail)`
    select ${columns}, line.remark, line.gateway, line.bound_at, line.created_at, ${graceEnd} as grace_ends_at,
      line.auto_renew, ${rebindsLeft} as rebinds_left, shop_order.number as order_number,
      (select count(*) from line_group_line held
        where held.company_id = line.company_id and held.line_id = line.id) as groups
    from line ${joined}
    left join shop_order on shop_order.company_id = line.company_id and shop_order.id = line.order_id
    where line.company_id = ${companyId} and line.id = ${lineId}`

const extensions = z.object({ times: z.int(), days: z.int() })

/** Counts how often operators have extended a line, and by how many days in all. */
export const extensionsOf = (system: Database, lineId: string) =>
  system.one(extensions)`
    select count(*)::integer as times, coalesce(sum((after->>'days')::integer), 0)::integer as days
    from audit_entry where target = ${`line:${lineId}`} and action = 'line.extended'`

const addressAndName = address.schema.pick({ address: true }).extend(line.schema.pick({ name: true }).shape)

export const replaceAddress = (
  transaction: Database,
  { companyId, lineId }: { companyId: string; lineId: string },
  { from, to }: { from: string; to: string },
) =>
  transaction.row(addressAndName)`
    update line set ip_address_id = ${to}, bound_at = now()
    where company_id = ${companyId} and id = ${lineId} and ip_address_id = ${from} and state in ('active', 'suspended')
    returning name, address`

export const retireAddress = (transaction: Database, addressId: string) =>
  transaction.change`update ip_address set state = 'retired' where id = ${addressId} and state = 'bound'`

const lengthenedLine = line.schema.pick({ name: true, ends_at: true }).extend({ was: instant })

/** Returns undefined for a line that is released, or that a refund decides about. */
export const lengthen = (transaction: Database, companyId: string, lineId: string, days: number) =>
  transaction.row(lengthenedLine)`
    with before as (
      select company_id, id, ends_at from line
      where company_id = ${companyId} and id = ${lineId} and state <> 'released'
        and not ${isRefunding}
      for no key update
    )
    update line set ends_at = greatest(line.ends_at, now()) + make_interval(days => ${days}::integer)
    from before where line.company_id = before.company_id and line.id = before.id
    returning before.ends_at as was, line.ends_at, line.name`
