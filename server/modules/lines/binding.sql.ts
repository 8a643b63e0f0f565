import sql, { empty } from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { rebindsPerMonth } from '#contract/line-names.ts'
import { address } from '#contract/records/address.ts'
import { line } from '#contract/records/line.ts'
import { thisMonth } from '#server/database/china-day.ts'
import { countRows, holds } from '#server/database/count-rows.ts'
import type { Database, RowSchema } from '#server/database/database.ts'
import { containing } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { coolUntil, shownState } from '#server/modules/access/line-state.ts'

const own = line.schema
  .pick({ region_id: true, access_way_id: true, address: true, bound_at: true })
  .extend({ line_id: id, address_id: id.nullable(), rebinds: z.int(), rebind_month: z.string().nullable() })
const bindableLine = own.extend(line.schema.pick({ state: true }).shape)
export type BindableLine = z.output<typeof bindableLine>

const columns = sql`${selectList(own, { line_id: 'id', address_id: 'ip_address_id', rebind_month: 'rebind_month::text' })}, ${shownState} as state`

export const findBindable = (database: Database, companyId: string, lineId: string) =>
  database.row(bindableLine)`select ${columns} from line where company_id = ${companyId} and id = ${lineId}`

export const lockLine = (transaction: Database, companyId: string, lineId: string) =>
  transaction.row(
    bindableLine,
  )`select ${columns} from line where company_id = ${companyId} and id = ${lineId} for no key update`

/**
 * Zero rows change when another line has the address by now, or it is of another place: this is the guard of every race for one
 * address.
 */
export const takeAddress = (system: Database, addressId: string, { region_id, access_way_id }: BindableLine) =>
  system.change`
    update ip_address set state = 'bound'
    where id = ${addressId} and state = 'free' and region_id = ${region_id} and access_way_id = ${access_way_id}`

export const coolAddress = (system: Database, addressId: string) =>
  system.change`update ip_address set state = 'cooling', free_at = ${coolUntil} where id = ${addressId} and state = 'bound'`

const boundAddress = address.schema.pick({ address: true })

export const bindFirst = (transaction: Database, companyId: string, lineId: string, addressId: string) =>
  transaction.row(boundAddress)`
    update line set ip_address_id = ${addressId}, state = 'active', bound_at = now()
    where company_id = ${companyId} and id = ${lineId} and state = 'unbound' and ends_at > now()
    returning address`

interface Former {
  before: string | null
  after: string
  rebinds: number
  month: string | null
  /** Acts that were stored without it leave the line's own. */
  boundAt: string | null | undefined
}

/** Guard: the line still has the address that it was given. */
export const bindBefore = (
  transaction: Database,
  companyId: string,
  lineId: string,
  { before, after, rebinds, month, boundAt }: Former,
) =>
  transaction.change`
    update line set ip_address_id = ${before}, state = ${before ? 'active' : 'unbound'},
      bound_at = case when ${before}::uuid is not null then coalesce(${boundAt ?? null}::timestamptz, bound_at) end, rebinds = ${rebinds}, rebind_month = ${month}
    where company_id = ${companyId} and id = ${lineId} and ip_address_id = ${after} and state = 'active' and ends_at > now()`

/** Guard: it is still cooling, so nobody had it in between. */
export const takeCooling = (system: Database, addressId: string) =>
  system.change`
    update ip_address set state = 'bound', free_at = null where id = ${addressId} and state = 'cooling' and free_at > now()`

/** An address that nobody has connected to needs no cooling. */
export const freeUnused = (system: Database, addressId: string) =>
  system.change`update ip_address set state = 'free' where id = ${addressId} and state = 'bound'`

/** Reports whether anyone in the company has connected to the address since it was bound. */
export const wasUsed = (company: Database, companyId: string, lineId: string) =>
  holds(
    company,
    sql`exists (
      select from line join connection on connection.company_id = ${companyId} and connection.address = line.address
        and connection.started_at >= line.bound_at
      where line.company_id = ${companyId} and line.id = ${lineId})`,
  )

/** Returns undefined when the month's changes are used up, or the line's binding has changed. */
export const bindAnew = (
  transaction: Database,
  companyId: string,
  { line_id, address_id }: BindableLine,
  addressId: string,
) =>
  transaction.row(boundAddress)`
    update line set ip_address_id = ${addressId}, bound_at = now(), rebind_month = ${thisMonth},
      rebinds = case when rebind_month = ${thisMonth} then rebinds + 1 else 1 end
    where company_id = ${companyId} and id = ${line_id} and state = 'active' and ends_at > now()
      and ip_address_id = ${address_id}
      and (rebind_month is distinct from ${thisMonth} or rebinds < ${rebindsPerMonth}::integer)
    returning address`

/**
 * Only free addresses of the line's place qualify. A line with an address may take only unreserved ones; one without has its own
 * reservation.
 */
type Place = Pick<BindableLine, 'region_id' | 'access_way_id' | 'address_id'>

const isOffered = ({ region_id, access_way_id, address_id }: Place, keyword: string | undefined) => sql`
  region_id = ${region_id} and access_way_id = ${access_way_id} and state = 'free'
  ${keyword ? sql`and host(address) like ${containing(keyword)}` : empty}
  ${
    address_id
      ? sql`and exists (select from address_stock as stock
          where stock.region_id = ${region_id} and stock.access_way_id = ${access_way_id} and free > reserved)`
      : empty
  }`

/** `row` states the caller's name for an address's id. */
export const listFree = <Row extends RowSchema>(
  system: Database,
  row: Row,
  line: Place,
  keyword: string | undefined,
  page: Page,
) =>
  system.rows(row)`
    select ${selectList(row, { ip_id: 'id', address_id: 'id', address: 'host(address)' })}
    from ip_address where ${isOffered(line, keyword)}
    order by ip_address.address limit ${page.limit} offset ${page.offset}`

export const countFree = (system: Database, line: Place, keyword: string | undefined, most: number) =>
  countRows(system, sql`(select from ip_address where ${isOffered(line, keyword)} limit ${most}) as counted`)
