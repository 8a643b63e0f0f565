import sql, { empty } from 'sql-template-tag'
import { rebindsPerMonth } from '#contract/line-names.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'
import { thisMonth } from './lines.sql.ts'
import { coolUntil, type LineFacts } from './state.ts'

export interface Bindable extends LineFacts {
  id: string
  region_id: string
  access_way_id: string
  ip_address_id: string | null
  address: string | null
}

const columns = sql`id, region_id, access_way_id, ip_address_id, address, state, ends_at`

export const findBindable = (database: Database, companyId: string, lineId: string) =>
  database.row<Bindable>(sql`select ${columns} from line where company_id = ${companyId} and id = ${lineId}`)

export const lockLine = (transaction: Database, companyId: string, lineId: string) =>
  transaction.row<Bindable>(sql`
    select ${columns} from line where company_id = ${companyId} and id = ${lineId} for no key update`)

/** Zero when somebody else has it by now, or it is of another place: the guard of every race for one address. */
export const takeAddress = (system: Database, ipId: string, { region_id, access_way_id }: Bindable) =>
  system.change(sql`
    update ip_address set state = 'bound'
    where id = ${ipId} and state = 'free' and region_id = ${region_id} and access_way_id = ${access_way_id}`)

export const coolAddress = (system: Database, ipId: string) =>
  system.change(
    sql`update ip_address set state = 'cooling', free_at = ${coolUntil} where id = ${ipId} and state = 'bound'`,
  )

export const bindFirst = (transaction: Database, companyId: string, lineId: string, ipId: string) =>
  transaction.row<{ address: string }>(sql`
    update line set ip_address_id = ${ipId}, state = 'active', bound_at = now()
    where company_id = ${companyId} and id = ${lineId} and state = 'unbound' and ends_at > now()
    returning address`)

/** Undefined when the month's changes are used up, or the line is no longer bound as it was. */
export const bindAnew = (transaction: Database, companyId: string, { id, ip_address_id }: Bindable, ipId: string) =>
  transaction.row<{ address: string }>(sql`
    update line set ip_address_id = ${ipId}, bound_at = now(), rebind_month = ${thisMonth},
      rebinds = case when rebind_month = ${thisMonth} then rebinds + 1 else 1 end
    where company_id = ${companyId} and id = ${id} and state = 'active' and ends_at > now()
      and ip_address_id = ${ip_address_id}
      and (rebind_month is distinct from ${thisMonth} or rebinds < ${rebindsPerMonth}::integer)
    returning address`)

/** Free ones of a place. What a line with an address may take has been promised to nobody; one without has its promise. */
const bindable = ({ region_id, access_way_id, ip_address_id }: Bindable, keyword: string | undefined) => sql`
  region_id = ${region_id} and access_way_id = ${access_way_id} and state = 'free'
  ${keyword ? sql`and host(address) like ${containing(keyword)}` : empty}
  ${
    ip_address_id
      ? sql`and exists (select from address_stock as stock
          where stock.region_id = ${region_id} and stock.access_way_id = ${access_way_id} and free > reserved)`
      : empty
  }`

export const listFree = (
  system: Database,
  line: Bindable,
  keyword: string | undefined,
  page: { limit: number; offset: number },
) =>
  system.rows<{ id: string; address: string; gateway: string }>(sql`
    select id, host(address) as address, gateway from ip_address where ${bindable(line, keyword)}
    order by ip_address.address limit ${page.limit} offset ${page.offset}`)

export const countFree = async (
  system: Database,
  line: Bindable,
  keyword: string | undefined,
  most: number,
): Promise<number> =>
  (
    await system.row<{ found: number }>(sql`
      select count(*)::integer as found from (
        select from ip_address where ${bindable(line, keyword)} limit ${most}) as counted`)
  )?.found ?? 0
