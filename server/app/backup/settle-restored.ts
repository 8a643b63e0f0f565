import { raw } from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'

/**
 * Statements that end every login and token in restored data and forget every replica. Logins ended after the snapshot, by a new
 * password or a departure, would otherwise become valid again; replicas that ran then would be reported as missing.
 */
export const settlingStatements: readonly string[] = [
  `update session set ended_at = now(), end_reason = 'operator' where ended_at is null`,
  // An older backup is loaded into the tables of its version, which may lack these.
  `do $$ begin
    if to_regclass('public.api_token') is not null then
      update public.api_token set ended_at = now(), end_reason = 'revoked' where ended_at is null;
    end if;
    if to_regclass('public.replica') is not null then
      delete from public.replica;
    end if;
  end $$`,
  'update operator_session set ended_at = now() where ended_at is null',
]

/**
 * Records the time up to which the database is complete, so that payments made since then are queried. The portal notes the
 * restored cluster at its next check.
 */
export async function noteRestoration(transaction: Database, to: Date): Promise<void> {
  await transaction.change`insert into restoration (restored_to) values (${to.toISOString()})`
  await transaction.change`update installation set cluster = null`
}

/** Ends logins and notes the restoration, for a database that was restored as it was. */
export async function settleRestored(transaction: Database, to: Date): Promise<void> {
  for (const statement of settlingStatements) await transaction.change`${raw(statement)}`
  await noteRestoration(transaction, to)
}
