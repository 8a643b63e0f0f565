import sql from 'sql-template-tag'
import { z } from 'zod'
import { connectionHours, heartbeatTimeoutSeconds, usageLookbackDays } from '#contract/connection-names.ts'
import { id, instant } from '#contract/fields.ts'
import { getLinePassport } from '#contract/passports.ts'
import { connection } from '#contract/records/connection.ts'
import { shop } from '#contract/records/shop.ts'
import { betweenDays } from '#server/database/china-day.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { beganWithin, type Within } from './held-addresses.sql.ts'

const { line: passportLine, uses } = getLinePassport.output.shape
const placedLine = passportLine.extend({ city_latin: z.string() })

export const findPassportLine = (company: Database, companyId: string, lineId: string) =>
  company.row(placedLine)`
    select line.id as svp_id, line.name, region.country, region.city, region.city_latin, line.address
    from line join region on region.id = line.region_id
    where line.company_id = ${companyId} and line.id = ${lineId}`

const usesColumns = uses.element

/** Returns the users of an address and their purposes, the last first. An open connection counts until its last heartbeat. */
export const listUses = (company: Database, companyId: string, address: string, limit: number) =>
  company.rows(usesColumns)`
    with going as materialized (
      select employee_id, device_id, shop_id, max(seen_at) as seen_at from connection
      where company_id = ${companyId} and address = ${address} and ended_at is null
        and started_at > now() - make_interval(hours => ${connectionHours + 1}::integer)
      group by employee_id, device_id, shop_id
    )
    select used.shop_id, used.shop_platform, used.shop_number, shop.name as shop_name, used.employee_id,
      used.employee_name, used.device_id, used.device_name, min(used.first_at) as first_at,
      max(greatest(used.last_at, going.seen_at)) as last_at, sum(used.connections)::integer as connections,
      sum(used.warned)::integer as warned
    from address_use used
    left join going on going.employee_id = used.employee_id and going.device_id = used.device_id
      and going.shop_id is not distinct from used.shop_id
    left join shop on shop.company_id = ${companyId} and shop.id = used.shop_id
    where used.company_id = ${companyId} and used.address = ${address}
    group by used.shop_id, used.shop_platform, used.shop_number, shop.name, used.employee_id, used.employee_name,
      used.device_id, used.device_name
    order by last_at desc, used.employee_id, used.device_id limit ${limit}`

/** Does the same for connections that began within these days and this period; open ones count until they were last heard of. */
export const listUsesWithin = (
  company: Database,
  companyId: string,
  address: string,
  { from, to, within }: { from?: string | undefined; to?: string | undefined; within: Within },
  limit: number,
) =>
  company.rows(usesColumns)`
    select used.shop_id, used.shop_platform, used.shop_number, shop.name as shop_name, used.employee_id,
      max(used.employee_name) as employee_name, used.device_id, max(used.device_name) as device_name,
      min(used.started_at) as first_at, max(coalesce(used.ended_at, used.seen_at)) as last_at,
      count(*)::integer as connections, (count(*) filter (where used.findings <> '{}'))::integer as warned
    from connection used
    left join shop on shop.company_id = ${companyId} and shop.id = used.shop_id
    where used.company_id = ${companyId} and used.address = ${address} and used.end_reason is distinct from 'refused'
      and ${betweenDays('used.started_at', from, to)} and ${beganWithin('used.started_at', within)}
    group by used.shop_id, used.shop_platform, used.shop_number, shop.name, used.employee_id, used.device_id
    order by last_at desc, used.employee_id, used.device_id limit ${limit}`

const shopName = shop.schema.pick({ shop_id: true, name: true })

export const shopNamesOf = async (company: Database, companyId: string) =>
  new Map(
    (await company.rows(shopName)`select id as shop_id, name from shop where company_id = ${companyId}`).map(
      ({ shop_id, name }) => [shop_id, name],
    ),
  )

const begin = z.object({ recorded_since: instant.nullable() })

export const recordedSince = async (company: Database, companyId: string, address: string, within: Within) =>
  (
    await company.row(begin)`
      select min(started_at) as recorded_since from connection
      where company_id = ${companyId} and address = ${address} and ${beganWithin('started_at', within)}`
  )?.recorded_since ?? null

/**
 * Matches connections of one period of holding the address, or those open at an instant. None lasts longer than `connectionHours`,
 * so none began long before it. An open one counts for as long after its last heartbeat as the portal waits for the next.
 */
const ofAddress = (companyId: string, address: string, at: string | Within) =>
  typeof at === 'string'
    ? sql`connection.company_id = ${companyId} and connection.address = ${address} and started_at <= ${at}
        and started_at > ${at}::timestamptz - make_interval(hours => ${connectionHours + 1}::integer)
        and coalesce(ended_at, seen_at + make_interval(secs => ${heartbeatTimeoutSeconds}::integer)) >= ${at} and end_reason is distinct from 'refused'`
    : sql`connection.company_id = ${companyId} and connection.address = ${address} and ${beganWithin('started_at', at)}`

const listed = connection.schema.omit({ shop_name: true })

export const listConnections = (
  company: Database,
  companyId: string,
  address: string,
  at: string | Within,
  page: Page,
) =>
  company.rows(connection.schema)`
    select ${selectList(listed, { connection_id: 'id', svp_id: 'line_id' }, 'connection')}, shop.name as shop_name
    from connection left join shop on shop.company_id = connection.company_id and shop.id = connection.shop_id
    where ${ofAddress(companyId, address, at)}
    order by started_at desc, connection.id limit ${page.limit} offset ${page.offset}`

/** The most connections that are counted; older ones are found by naming an instant. */
const countedConnections = 1_000

export const countConnections = (company: Database, companyId: string, address: string, at: string | Within) =>
  countRows(
    company,
    sql`(select from connection where ${ofAddress(companyId, address, at)} limit ${countedConnections}::integer) as counted`,
  )

const lastUse = z.object({
  employee_id: id,
  /** The number of lost lines that the person has used. */
  lines: z.int(),
  /** Some of them, those used last coming first. */
  line_ids: z.array(id),
  last_at: instant,
  /** The total number of affected people. */
  people: z.int(),
})

/** People who lose the same lines, and these lines. */
export interface Loss {
  employeeIds: string[]
  lineIds: readonly string[]
}

/**
 * Returns those of these people who used a line that they lose within `usageLookbackDays`, the latest users first. The database counts:
 * tens of thousands of rows would take longer to read than to find. `is true` keeps the lines a table that is hashed once; the
 * planner, which can't estimate their number, would otherwise walk them for each row.
 */
export const lastUses = (
  company: Database,
  companyId: string,
  { employeeIds, lineIds }: Loss,
  { people, lines }: { people: number; lines: number },
) =>
  company.rows(lastUse)`
    with used as materialized (
      select employee_id, line_id, max(last_at) as at from address_use
      where company_id = ${companyId} and employee_id = any((select ${employeeIds}::uuid[])::uuid[])
        and last_at > now() - make_interval(days => ${usageLookbackDays}::integer)
        and (line_id in (select unnest(${lineIds}::uuid[]))) is true
      group by employee_id, line_id
    ), last as (
      select employee_id, count(*)::integer as lines, max(at) as last_at, (count(*) over ())::integer as people
      from used group by employee_id order by last_at desc, employee_id limit ${people}
    )
    select employee_id, last.lines, (array_agg(line_id order by at desc, line_id))[1:${lines}::integer] as line_ids,
      last.last_at, last.people
    from last join used using (employee_id)
    group by employee_id, last.lines, last.last_at, last.people order by last_at desc, employee_id`
