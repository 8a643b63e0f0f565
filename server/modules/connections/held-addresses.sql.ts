import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { getLinePassport } from '#contract/passports.ts'
import type { Database } from '#server/database/database.ts'

/*
 * Which addresses a company had, and when. The stock and its history know all companies, so they are asked of the system, and each
 * statement answers what is this company's own.
 */
const held = getLinePassport.output.shape.addresses.element

/** Returns the addresses that a line has and had, the newest first. */
export const addressesOf = (system: Database, companyId: string, lineId: string) =>
  system.rows(held)`
    select host(ip_address.address) as address, min(span.since) as since, nullif(max(span.until), 'infinity') as until
    from address_span span join ip_address on ip_address.id = span.ip_address_id
    where span.company_id = ${companyId} and span.line_id = ${lineId}
    group by ip_address.id order by max(span.until) desc, max(span.since) desc`

/** Returns the address that a line had at an instant. */
export const addressAt = async (system: Database, companyId: string, lineId: string, at: string) =>
  (
    await system.row(held.pick({ address: true }))`
      select host(ip_address.address) as address
      from address_span span join ip_address on ip_address.id = span.ip_address_id
      where span.company_id = ${companyId} and span.line_id = ${lineId} and span.since <= ${at} and span.until > ${at}`
  )?.address

const addressOfLine = held.pick({ address: true, until: true }).extend({ line_id: z.string() })

/** Returns every address that the company has or had, with the line that had it last; those that it has come first. */
export const addressesOfCompany = (system: Database, companyId: string) =>
  system.rows(addressOfLine)`
    select host(ip_address.address) as address, last.line_id, nullif(last.until, 'infinity') as until
    from (
      select distinct on (ip_address_id) ip_address_id, line_id, until from address_span
      where company_id = ${companyId} order by ip_address_id, until desc, since desc
    ) as last
    join ip_address on ip_address.id = last.ip_address_id
    order by last.until desc, ip_address.address`

const holding = z.object({ since: instant.nullable(), until: instant.nullable(), free_since: instant.nullable() })

/**
 * Returns since and until when the address was the company's the last time, and since when it had been no other's by then. Who has
 * had it afterwards is not told. An address that passed from one line of the company to another in one moment was never free.
 */
export const holdingOf = (system: Database, companyId: string, address: string) =>
  system.row(holding)`
    with held as (
      select span.company_id, span.since, span.until from address_span span
      where ip_address_id = (select id from ip_address where address = ${address}::inet)
    ), begun as (
      -- A span that nobody's span reaches begins anew: the address was in the stock before it.
      select max(since) as since from held own where company_id = ${companyId} and not exists (
        select from held earlier
        where earlier.company_id = ${companyId} and earlier.since < own.since and earlier.until >= own.since)
    )
    select begun.since,
      (select nullif(max(until), 'infinity') from held where company_id = ${companyId}) as until,
      (select max(until) from held where company_id <> ${companyId} and held.since < begun.since) as free_since
    from begun`
