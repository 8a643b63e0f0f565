import sql from 'sql-template-tag'
import { z } from 'zod'
import { connectionHours } from '#contract/connection-names.ts'
import { connectionRule, getMyShops } from '#contract/connections.ts'
import { id, instant } from '#contract/fields.ts'
import { shop } from '#contract/records/shop.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { values } from '#server/database/values.ts'
import { type FactRow, factRow } from './facts.ts'

/** Returns a company's settings, or the defaults until it has any. */
export const connectionRuleOf = async (company: Database, companyId: string) =>
  (await company.row(connectionRule)`
    select conflicts, keep_days from connection_setting where company_id = ${companyId}`) ?? undefined

export const setRule = (company: Database, companyId: string, rule: z.output<typeof connectionRule>) =>
  company.change`
    insert into connection_setting (company_id, conflicts, keep_days)
    values (${companyId}, ${rule.conflicts}, ${rule.keep_days})
    on conflict (company_id) do update set conflicts = excluded.conflicts, keep_days = excluded.keep_days`

export const ownRow = factRow.extend({
  seen_at: instant,
  seen_mark: z.instanceof(Buffer).nullable(),
  last_number: z.int(),
  is_long: z.boolean(),
})
export type OwnRow = z.output<typeof ownRow>

export const factColumns = selectList(factRow, { connection_id: 'id', svp_id: 'line_id' })

const isLong = sql`started_at <= now() - make_interval(hours => ${connectionHours}::integer)`

export const findConnection = (company: Database, companyId: string, connectionId: string) =>
  company.row(ownRow)`
    select ${factColumns}, seen_at, seen_mark, last_number, ${isLong} as is_long
    from connection where company_id = ${companyId} and id = ${connectionId}`

export interface Beat {
  connection_id: string
  number: number
  seen_at: string
  mark: Buffer
}

const beaten = factRow.pick({ connection_id: true, findings: true })

/** Records that open connections are alive. Guard: what has ended stays ended, and an older report changes nothing. */
export const beat = (
  company: Database,
  { companyId, employeeId, deviceId }: { companyId: string; employeeId: string; deviceId: string },
  beats: readonly Beat[],
) =>
  company.rows(beaten)`
    update connection set last_number = input.number, seen_at = greatest(connection.seen_at, input.seen_at),
      seen_mark = case when connection.seen_mark is null or input.seen_at > connection.seen_at then input.mark else connection.seen_mark end
    from ${values(beats, { connection_id: 'uuid', number: 'integer', seen_at: 'timestamptz', mark: 'bytea' })}
    where connection.company_id = ${companyId} and connection.id = input.connection_id
      and employee_id = ${employeeId} and device_id = ${deviceId} and ended_at is null
      and last_number < input.number and not ${isLong}
    returning connection.id as connection_id, findings`

const lockedLine = z.object({ name: z.string(), address: z.string().nullable() })

/** Locks the line, so that concurrent openings wait: each sees the previous one's shop. */
export const lockLine = (company: Database, companyId: string, lineId: string) =>
  company.row(lockedLine)`
    select name, address from line
    where company_id = ${companyId} and id = ${lineId} and state <> 'released' for no key update`

const chosenShop = shop.schema.pick({ shop_id: true, platform: true, name: true, shop_number: true, svp_id: true })
export type ChosenShop = z.output<typeof chosenShop>

export const findShop = (company: Database, companyId: string, shopId: string) =>
  company.row(chosenShop)`
    select ${selectList(chosenShop, { shop_id: 'id', svp_id: 'line_id' })} from shop
    where company_id = ${companyId} and id = ${shopId} and state = 'active'`

const named = z.object({ device_name: z.string(), employee_name: z.string() })

/**
 * Returns the names of a person and of their device. Guard: the person's lock, for which a removal waits. Without it the names of a
 * person whose account is erased meanwhile would be written after all.
 */
export const lockNames = (
  company: Database,
  companyId: string,
  { employeeId, deviceId }: { employeeId: string; deviceId: string },
) =>
  company.row(named)`
    select device.name as device_name, employee.name as employee_name
    from employee join device on device.company_id = employee.company_id and device.employee_id = employee.id
    where employee.company_id = ${companyId} and employee.id = ${employeeId} and device.id = ${deviceId}
    for key share of employee`

export interface Opening {
  row: FactRow
  employeeName: string
  deviceName: string
  number: number
  seenAt: string
  openedMark: Buffer
  /** Set if the connection is refused when it opens. */
  closedMark: Buffer | null
  /** Set if it is not. */
  seenMark: Buffer | null
}

/** Returns the row as it stands in the table; undefined where the connection is not new. */
export const insertConnection = (
  company: Database,
  companyId: string,
  { row, employeeName, deviceName, number, seenAt, openedMark, closedMark, seenMark }: Opening,
) =>
  company.row(factRow)`
    insert into connection (company_id, id, line_id, address, shop_id, shop_platform, shop_number, employee_id,
      employee_name, device_id, device_name, key_id, findings, started_at, device_started_at, seen_at, last_number,
      ended_at, end_reason, opened_mark, closed_mark, seen_mark)
    values (${companyId}, ${row.connection_id}, ${row.svp_id}, ${row.address}, ${row.shop_id}, ${row.shop_platform},
      ${row.shop_number}, ${row.employee_id}, ${employeeName}, ${row.device_id}, ${deviceName}, ${row.key_id},
      ${row.findings}, ${row.started_at}, ${row.device_started_at}, ${seenAt}, ${number}, ${row.ended_at},
      ${row.end_reason}, ${openedMark}, ${closedMark}, ${seenMark})
    on conflict (company_id, id) do nothing returning ${factColumns}`

/** Stands for no shop in the summary of uses. */
const noShop = '00000000-0000-0000-0000-000000000000'

/** Adds a connection that was not refused to the summary of uses. */
export const countUse = (company: Database, companyId: string, { row, employeeName, deviceName }: Opening) =>
  company.change`
    with day as (
      insert into line_use (company_id, line_id, employee_id, day)
      values (${companyId}, ${row.svp_id}, ${row.employee_id}, (${row.started_at}::timestamptz at time zone 'Asia/Shanghai')::date)
      on conflict do nothing
    )
    insert into address_use (company_id, address, line_id, employee_id, device_id, shop_key, shop_platform, shop_number,
      employee_name, device_name, first_at, last_at, connections, warned)
    values (${companyId}, ${row.address}, ${row.svp_id}, ${row.employee_id}, ${row.device_id}, ${row.shop_id ?? noShop},
      ${row.shop_platform}, ${row.shop_number}, ${employeeName}, ${deviceName}, ${row.started_at},
      ${row.ended_at ?? row.started_at}, 1, ${row.findings.length ? 1 : 0})
    on conflict (company_id, address, line_id, employee_id, device_id, shop_key) do update
    set first_at = least(address_use.first_at, excluded.first_at), last_at = greatest(address_use.last_at, excluded.last_at),
      connections = address_use.connections + 1, warned = address_use.warned + excluded.warned,
      shop_platform = excluded.shop_platform, shop_number = excluded.shop_number, employee_name = excluded.employee_name,
      device_name = excluded.device_name`

const endUse = (database: Database, companyId: string, row: FactRow) =>
  database.change`
    update address_use set last_at = greatest(last_at, ${row.ended_at})
    where company_id = ${companyId} and address = ${row.address} and line_id = ${row.svp_id}
      and employee_id = ${row.employee_id} and device_id = ${row.device_id} and shop_key = ${row.shop_id ?? noShop}`

/** Ends a connection. Guard: it is still open, and a silent one has not been heard of since it was read. */
export async function closeConnection(
  company: Database,
  companyId: string,
  { row, seenBy, number, mark }: { row: FactRow; seenBy: string; number: number; mark: Buffer },
): Promise<boolean> {
  const closed = await company.change`
    update connection set ended_at = ${row.ended_at}, end_reason = ${row.end_reason}, closed_mark = ${mark},
      last_number = greatest(last_number, ${number}), seen_at = greatest(seen_at, least(${row.ended_at}, now())),
      seen_mark = null
    where company_id = ${companyId} and id = ${row.connection_id} and ended_at is null and seen_at <= ${seenBy}`
  if (closed) await endUse(company, companyId, row)
  return closed > 0
}

const silentCompany = z.object({ company_id: id })

const isSilent = (seconds: number) =>
  sql`ended_at is null and seen_at < now() - make_interval(secs => ${seconds}::integer)`

/** Returns companies with open connections that have not been heard of for this many seconds. */
export const companiesSilent = (system: Database, seconds: number) =>
  system.rows(silentCompany)`select distinct company_id from connection where ${isSilent(seconds)}`

const silentRow = ownRow.omit({ is_long: true })

export const silentConnections = (system: Database, companyId: string, seconds: number, limit: number) =>
  system.rows(silentRow)`
    select ${factColumns}, seen_at, seen_mark, last_number from connection
    where company_id = ${companyId} and ${isSilent(seconds)} limit ${limit}`

const offered = getMyShops.output.shape.list.element

export const listOffered = (company: Database, companyId: string, lineIds: string[]) =>
  company.rows(offered)`
    select ${selectList(offered, { shop_id: 'id', svp_id: 'line_id' })} from shop
    where company_id = ${companyId} and state = 'active' and (line_id is null or line_id = any(${lineIds}::uuid[]))
    order by platform, name, id limit 500`
