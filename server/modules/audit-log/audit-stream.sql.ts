import sql from 'sql-template-tag'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { lockName } from '#server/database/advisory-lock.ts'
import type { Database } from '#server/database/database.ts'
import { actorName } from '#server/engines/audit/actor-name.ts'
import { leastUnnumbered, numberAfter } from '#server/engines/streams/numbering.sql.ts'
import { isFree, leaseFor } from '#server/engines/streams/progress.sql.ts'

export const auditStreamNames = ['syslog', 'file'] as const
export type AuditStreamName = (typeof auditStreamNames)[number]

/** The most entries numbered in one batch. */
const maxNumbered = 10_000

const unnumbered = sql`audit_entry
  where id >= ${leastUnnumbered(sql`
      select entry.created_at from audit_line line join audit_entry entry on entry.id = line.entry_id
      where entry.created_at <= now() order by line.number desc limit 1`)}
    and not exists (select from audit_line line where line.entry_id = audit_entry.id)`

/**
 * Numbers entries that have no number yet, in the order of time. Guard: the lock, which serializes concurrent calls; otherwise both
 * would assign the same number.
 */
export async function numberAudit(transaction: Database): Promise<void> {
  await lockName(transaction, 'audit lines')
  await transaction.change`
    with fresh as (select id from ${unnumbered} order by id limit ${maxNumbered})
    insert into audit_line (number, entry_id)
    select ${numberAfter(sql`select max(number) from audit_line`)} + row_number() over (order by id), id from fresh`
}

const line = z.object({
  number: z.int(),
  entry_id: z.uuid(),
  at: instant,
  actor: z.string(),
  actor_name: z.string(),
  action: z.string(),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
})
export type AuditLine = z.output<typeof line>

export const listAuditLines = (database: Database, after: number, most: number) =>
  database.rows(line)`
  select line.number::double precision as number, entry.id as entry_id, entry.created_at as at, entry.actor,
    ${actorName(sql`entry.actor`)} as actor_name, entry.action, entry.target, entry.before, entry.after, entry.ip, entry.request_id
  from audit_line line join audit_entry entry on entry.id = line.entry_id
  where line.number > ${after} order by line.number limit ${most}`

const leased = z.object({ name: z.enum(auditStreamNames), position: z.int() })
export type LeasedAudit = z.output<typeof leased>

/** Guard: the lease, so that only one of the replicas sends. */
export async function leaseAuditStreams(system: Database, names: readonly AuditStreamName[], lease: string) {
  await system.change`
    insert into audit_stream (name) select unnest(${names}::text[]) on conflict do nothing`
  return system.rows(leased)`
    update audit_stream set lease = ${lease}, leased_until = ${leaseFor}
    where name in (select name from audit_stream where name = any(${names}::text[]) and ${isFree} for update skip locked)
    returning name, position::double precision as position`
}

const due = z.object({ at: instant.nullable() })

/** Returns the time of the next attempt of the streams that failed; undefined when none did. */
export async function nextAuditRepetition(system: Database, names: readonly AuditStreamName[]) {
  const next = await system.row(due)`
    select min(next_attempt_at) as at from audit_stream where name = any(${names}::text[])`
  return next?.at ? new Date(next.at) : undefined
}

const lag = z.object({
  name: z.enum(auditStreamNames),
  problem: z.string().nullable(),
  age: z.number().nullable(),
})

/** Returns for each of these streams the age of the first unsent entry; null where all were sent. */
export const auditLags = (database: Database, names: readonly AuditStreamName[]) =>
  database.rows(lag)`
  select name, problem, extract(epoch from now() - coalesce(
    (select entry.created_at from audit_line line join audit_entry entry on entry.id = line.entry_id
      where line.number > coalesce(position, 0) order by line.number limit 1),
    (select created_at from ${unnumbered} order by id limit 1)))::double precision as age
  from unnest(${names}::text[]) as name left join audit_stream using (name)`
