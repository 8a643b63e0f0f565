import sql, { join, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { getLinePassport } from '#contract/passports.ts'
import type { Database } from '#server/database/database.ts'

/*
 * The addresses that a company had, and when. The stock and its history know all companies, so they are read by the system, and
 * each statement returns only this company's own.
 */
const held = getLinePassport.output.shape.addresses.element

/** Returns the addresses that a line has and had, the newest first, each with its last period at the line. */
export const addressesOf = (system: Database, companyId: string, lineId: string) =>
  system.rows(held)`
    with own as (
      select ip_address_id, since, until, max(until) over (partition by ip_address_id order by since, until
        rows between unbounded preceding and 1 preceding) as before
      from address_span span where span.company_id = ${companyId} and span.line_id = ${lineId}
    ), time as (
      select ip_address_id, since, until, count(*) filter (where before is null or before < since)
        over (partition by ip_address_id order by since, until rows unbounded preceding) as number
      from own
    ), last as (
      select distinct on (ip_address_id) ip_address_id, min(since) as since, max(until) as until
      from time group by ip_address_id, number order by ip_address_id, number desc
    )
    select host(ip_address.address) as address, last.since, nullif(last.until, 'infinity') as until
    from last join ip_address on ip_address.id = last.ip_address_id
    order by last.until desc, last.since desc`

/** Returns the address that a line had at an instant. */
export const addressAt = async (system: Database, companyId: string, lineId: string, at: string) =>
  (
    await system.row(held.pick({ address: true }))`
      select host(ip_address.address) as address
      from address_span span join ip_address on ip_address.id = span.ip_address_id
      where span.company_id = ${companyId} and span.line_id = ${lineId} and span.since <= ${at} and span.until > ${at}`
  )?.address

const addressOfLine = held.pick({ address: true, until: true }).extend({ line_id: z.string() })

/** Returns every address that the company has or had, with the line that had it last; present ones come first. */
export const addressesOfCompany = (system: Database, companyId: string) =>
  system.rows(addressOfLine)`
    select host(ip_address.address) as address, last.line_id, nullif(last.until, 'infinity') as until
    from (
      select distinct on (ip_address_id) ip_address_id, line_id, until from address_span
      where company_id = ${companyId} order by ip_address_id, until desc, since desc
    ) as last
    join ip_address on ip_address.id = last.ip_address_id
    order by last.until desc, ip_address.address`

const holding = z.object({
  since: instant,
  until: instant.nullable(),
  free_since: instant.nullable(),
  /** Connections since then, and before the company got the address again, belong to this period; null if it is the only one. */
  record_from: instant.nullable(),
  record_to: instant.nullable(),
})
export type Within = Pick<z.output<typeof holding>, 'record_from' | 'record_to'>
export const anyTime: Within = { record_from: null, record_to: null }

/**
 * Returns the last uninterrupted period in which the company had the address through this line among others, and since when no
 * other company had it by then. Later holders are not disclosed. An address that passed directly from one of the company's lines to
 * another was never free.
 */
export const holdingOf = (system: Database, companyId: string, lineId: string, address: string) =>
  system.row(holding)`
    with held as (
      select span.company_id, span.line_id, span.since, span.until from address_span span
      where ip_address_id = (select id from ip_address where address = ${address}::inet)
    ), own as (
      select line_id, since, until, max(until) over (order by since, until
        rows between unbounded preceding and 1 preceding) as before
      from held where company_id = ${companyId}
    ), time as (
      -- A span that nobody's span reaches begins anew: the address was in the stock before it.
      select line_id, since, until, count(*) filter (where before is null or before < since)
        over (order by since, until rows unbounded preceding) as number
      from own
    ), whole as (
      select min(since) as since, max(until) as until, bool_or(line_id = ${lineId}) as of_line from time group by number
    )
    select whole.since, nullif(whole.until, 'infinity') as until,
      (select max(held.until) from held where company_id <> ${companyId} and held.since < whole.since) as free_since,
      (select whole.since from whole earlier where earlier.since < whole.since limit 1) as record_from,
      (select min(later.since) from whole later where later.since > whole.since) as record_to
    from whole where of_line order by whole.since desc limit 1`

/** Limits a connection's start to one period of holding the address. */
export const beganWithin = (column: string, { record_from, record_to }: Within): Sql => {
  const conditions = [sql`true`]
  if (record_from) conditions.push(sql`${raw(column)} >= ${record_from}`)
  if (record_to) conditions.push(sql`${raw(column)} < ${record_to}`)
  return join(conditions, ' and ')
}

/** Reports the same for a connection that was read. */
export const isWithin = (startedAt: string, { record_from, record_to }: Within): boolean =>
  (!record_from || Date.parse(startedAt) >= Date.parse(record_from)) &&
  (!record_to || Date.parse(startedAt) < Date.parse(record_to))
