import sql from 'sql-template-tag'
import { z } from 'zod'
import { connectionHours, replayDays } from '#contract/connection-names.ts'
import { id, instant } from '#contract/fields.ts'
import { getLinePassport } from '#contract/passports.ts'
import { connection } from '#contract/records/connection.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'

const { line: passportLine, uses } = getLinePassport.output.shape

export const findPassportLine = (company: Database, companyId: string, lineId: string) =>
  company.row(passportLine)`
    select line.id as svp_id, line.name, region.country, region.city, line.address
    from line join region on region.id = line.region_id
    where line.company_id = ${companyId} and line.id = ${lineId}`

const holding = z.object({ since: instant.nullable(), free_since: instant.nullable() })

/**
 * Since when the address is the company's, and since when it was no other's: the stock knows all companies, so this is asked
 * of the system, and answers two instants only. An address that passed from one line of the company to another in this moment
 * was never free.
 */
export const holdingOf = (system: Database, companyId: string, lineId: string) =>
  system.row(holding)`
    with held as (
      select span.company_id, span.since, span.until from address_span span
      where ip_address_id = (select ip_address_id from line where company_id = ${companyId} and id = ${lineId})
    ), others as (
      select max(until) as until from held where company_id <> ${companyId}
    )
    select
      (select min(since) from held
        where company_id = ${companyId} and since >= coalesce((select until from others), '-infinity')) as since,
      (select until from others) as free_since`

const usesColumns = uses.element

/** Who used an address for what, the last first, one more than is listed. */
export const listUses = (company: Database, companyId: string, address: string, limit: number) =>
  company.rows(usesColumns)`
    select used.*, shop.name as shop_name from (
      select shop_id, max(shop_platform) as shop_platform, max(shop_number) as shop_number, employee_id,
        (array_agg(employee_name order by started_at desc))[1] as employee_name, device_id,
        (array_agg(device_name order by started_at desc))[1] as device_name,
        min(started_at) as first_at, max(coalesce(ended_at, seen_at)) as last_at, count(*) as connections,
        count(*) filter (where cardinality(findings) > 0) as warned
      from connection
      where company_id = ${companyId} and address = ${address} and end_reason is distinct from 'refused'
      group by shop_id, employee_id, device_id
      order by max(started_at) desc limit ${limit}
    ) as used left join shop on shop.company_id = ${companyId} and shop.id = used.shop_id
    order by last_at desc, employee_id, device_id`

const begin = z.object({ recorded_since: instant.nullable() })

export const recordedSince = async (company: Database, companyId: string, address: string) =>
  (
    await company.row(begin)`
      select min(started_at) as recorded_since from connection where company_id = ${companyId} and address = ${address}`
  )?.recorded_since ?? null

/** Those that were under way at an instant; none lasts longer than `connectionHours`, so none began long before it. */
const within = (companyId: string, address: string, at: string | undefined) =>
  at
    ? sql`connection.company_id = ${companyId} and connection.address = ${address} and started_at <= ${at}
        and started_at > ${at}::timestamptz - make_interval(hours => ${connectionHours + 1}::integer)
        and coalesce(ended_at, seen_at) >= ${at} and end_reason is distinct from 'refused'`
    : sql`connection.company_id = ${companyId} and connection.address = ${address}`

const listed = connection.schema.omit({ shop_name: true })

export const listConnections = (
  company: Database,
  companyId: string,
  address: string,
  at: string | undefined,
  page: Page,
) =>
  company.rows(connection.schema)`
    select ${selectList(listed, { connection_id: 'id', svp_id: 'line_id' }, 'connection')}, shop.name as shop_name
    from connection left join shop on shop.company_id = connection.company_id and shop.id = connection.shop_id
    where ${within(companyId, address, at)}
    order by started_at desc, connection.id limit ${page.limit} offset ${page.offset}`

/** Counts no further than a list is paged. */
export const countConnections = (company: Database, companyId: string, address: string, at: string | undefined) =>
  countRows(company, sql`(select from connection where ${within(companyId, address, at)} limit 10000) as counted`)

const lastUse = z.object({ employee_id: id, line_id: id, last_at: instant })

/**
 * When these people last used each line, within `replayDays`. It leaps along the index from one line of a person to the next,
 * so that it takes no longer for somebody who connects often.
 */
export const lastUses = (company: Database, companyId: string, employeeIds: string[]) =>
  company.rows(lastUse)`
    select person.id as employee_id, leap.line_id, leap.last_at
    from unnest(${employeeIds}::uuid[]) as person (id)
    cross join lateral (
      with recursive leap (line_id, last_at) as (
        (select line_id, started_at from connection
          where company_id = ${companyId} and employee_id = person.id
          order by line_id, started_at desc limit 1)
        union all
        select next.line_id, next.started_at from leap
        cross join lateral (
          select line_id, started_at from connection
          where company_id = ${companyId} and employee_id = person.id and line_id > leap.line_id
          order by line_id, started_at desc limit 1
        ) as next
      )
      select line_id, last_at from leap
    ) as leap
    where leap.last_at > now() - make_interval(days => ${replayDays}::integer)`
