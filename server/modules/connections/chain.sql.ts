import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { countOf } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { values } from '#server/database/values.ts'
import { factColumns } from './connections.sql.ts'
import { factRow } from './facts.ts'
import { beganWithin, type Within } from './held-addresses.sql.ts'

const companyRow = z.object({ company_id: id })

const isUnchained = sql`(opened_number is null or (closed_number is null and ended_at is not null))`

export const companiesUnchained = (system: Database) =>
  system.rows(companyRow)`select distinct company_id from connection where ${isUnchained}`

const bytes = z.instanceof(Buffer)
/** `key_id` names the key that signed it; empty where that was not recorded. */
export const end = z.object({
  number: z.int(),
  hash: bytes,
  signed: z.string(),
  signature: z.string(),
  key_id: z.string(),
})
export type ChainEnd = z.output<typeof end>

/** Locks the end of the chain, so that concurrent additions wait. A report never touches this row. */
export const lockEnd = (transaction: Database, companyId: string) =>
  transaction.row(end)`
    select number, hash, signed, signature, key_id from connection_chain where company_id = ${companyId} for update`

export const endOf = (database: Database, companyId: string) =>
  database.row(end)`
    select number, hash, signed, signature, key_id from connection_chain where company_id = ${companyId}`

/** Reports whether this created the company's first end. */
export const insertEnd = (
  transaction: Database,
  companyId: string,
  { number, hash, signed, signature, key_id }: ChainEnd,
) =>
  transaction.change`
    insert into connection_chain (company_id, number, hash, signed, signature, key_id)
    values (${companyId}, ${number}, ${hash}, ${signed}, ${signature}, ${key_id}) on conflict (company_id) do nothing`

export const setEnd = (
  transaction: Database,
  companyId: string,
  { number, hash, signed, signature, key_id }: ChainEnd,
) =>
  transaction.change`
    update connection_chain set number = ${number}, hash = ${hash}, signed = ${signed}, signature = ${signature},
      key_id = ${key_id}
    where company_id = ${companyId}`

const checkedChain = z.object({ company_id: id, faults: z.int() })
export type CheckedChain = z.output<typeof checkedChain>

/**
 * Companies whose chain has grown beyond the end that is kept outside of the database. The ends are read one by one: an unreadable
 * one would make the statement fail for all.
 */
export const grownChains = (system: Database) =>
  system.rows(checkedChain)`select company_id, faults from connection_chain where number <> kept_number`

export const recordKept = (system: Database, companyId: string, number: number) =>
  system.change`update connection_chain set kept_number = ${number} where company_id = ${companyId}`

const hashed = z.object({ hash: bytes })

/** Returns the hash of the link with this number, as it is stored. */
export const hashAt = async (system: Database, companyId: string, number: number) =>
  (
    await system.row(hashed)`
      select opened_hash as hash from connection where company_id = ${companyId} and opened_number = ${number}
      union all
      select closed_hash from connection where company_id = ${companyId} and closed_number = ${number}`
  )?.hash

export const markedRow = factRow.extend({
  opened_mark: bytes,
  closed_mark: bytes.nullable(),
  opened_number: z.int().nullable(),
  closed_number: z.int().nullable(),
})
export type MarkedRow = z.output<typeof markedRow>

const markedColumns = sql`${factColumns}, opened_mark, closed_mark, opened_number, closed_number`

/** Returns rows that wait for their place, except those that were found to be forged. */
export const unchainedRows = (transaction: Database, companyId: string, except: string[], limit: number) =>
  transaction.rows(markedRow)`
    select ${markedColumns} from connection
    where company_id = ${companyId} and ${isUnchained} and id <> all(${except}::uuid[])
    order by greatest(started_at, ended_at), id limit ${limit} for no key update skip locked`

export const allUnchained = (database: Database, companyId: string) =>
  database.rows(markedRow)`
    select ${markedColumns} from connection where company_id = ${companyId} and ${isUnchained}`

const openRow = factRow.pick({ connection_id: true }).extend({ seen_at: instant, seen_mark: bytes.nullable() })

export const openConnections = (database: Database, companyId: string) =>
  database.rows(openRow)`
    select id as connection_id, seen_at, seen_mark from connection
    where company_id = ${companyId} and ended_at is null`

export interface Link {
  connection_id: string
  number: number
  hash: Buffer
}

/** Guard: each of a row's places is assigned only once. */
export const placeOpened = (transaction: Database, companyId: string, links: readonly Link[]) =>
  transaction.change`
    update connection set opened_number = number, opened_hash = hash
    from ${values(links, { connection_id: 'uuid', number: 'bigint', hash: 'bytea' })}
    where company_id = ${companyId} and id = connection_id and opened_number is null`

export const placeClosed = (transaction: Database, companyId: string, links: readonly Link[]) =>
  transaction.change`
    update connection set closed_number = number, closed_hash = hash
    from ${values(links, { connection_id: 'uuid', number: 'bigint', hash: 'bytea' })}
    where company_id = ${companyId} and id = connection_id and closed_number is null`

export const linkRow = factRow.extend({
  employee_name: z.string(),
  device_name: z.string(),
  number: z.int(),
  hash: bytes,
  kind: z.enum(['opened', 'closed']),
})
export type LinkRow = z.output<typeof linkRow>

/** Returns the links with these numbers, both included, in their order. */
export const linksBetween = (database: Database, companyId: string, first: number, last: number) =>
  database.rows(linkRow)`
    select ${factColumns}, employee_name, device_name, opened_number as number, opened_hash as hash, 'opened' as kind
    from connection where company_id = ${companyId} and opened_number between ${first} and ${last}
    union all
    select ${factColumns}, employee_name, device_name, closed_number, closed_hash, 'closed'
    from connection where company_id = ${companyId} and closed_number between ${first} and ${last}
    order by number, kind`

const head = end.extend({ created_at: instant })

export const headsOf = (database: Database, companyId: string, kind: 'day' | 'trim', limit: number) =>
  database.rows(head)`
    select number, hash, signed, signature, key_id, created_at from connection_head
    where company_id = ${companyId} and kind = ${kind} order by number desc limit ${limit}`

export const insertHead = (transaction: Database, companyId: string, kind: 'day' | 'trim', head: ChainEnd) =>
  transaction.change`
    insert into connection_head (company_id, kind, number, hash, signed, signature, key_id)
    values (${companyId}, ${kind}, ${head.number}, ${head.hash}, ${head.signed}, ${head.signature}, ${head.key_id})
    on conflict (company_id, kind, number) do nothing`

const place = z.object({ number: z.int() })

/** Returns the number of the first link about an address since an instant; undefined when there is none. */
export const firstLinkOf = async (
  company: Database,
  companyId: string,
  { address, since, within }: { address: string; since: string; within: Within },
) =>
  (
    await company.row(place)`
      select least(opened_number, closed_number) as number from connection
      where company_id = ${companyId} and address = ${address} and started_at >= ${since}
        and ${beganWithin('started_at', within)}
        and opened_number is not null
      order by opened_number limit 1`
  )?.number

/** Returns every company that has a chain, the one that was checked longest ago first. */
export const checkedChains = (system: Database) =>
  system.rows(checkedChain)`select company_id, faults from connection_chain order by checked_at nulls first`

/** Returns which of these are companies of the portal. */
export const companiesAmong = (system: Database, ids: readonly string[]) =>
  system.rows(companyRow)`select id as company_id from company where id = any(${ids}::uuid[])`

export const recordCheck = (system: Database, companyId: string, faults: number) =>
  system.change`update connection_chain set checked_at = now(), faults = ${faults} where company_id = ${companyId}`

/** Counts the companies whose chain was found to be wrong. */
export const chainFaults = (system: Database) =>
  countOf(system, sql`select count(*) from connection_chain where faults > 0`)
