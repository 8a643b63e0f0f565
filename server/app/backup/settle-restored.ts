import { raw } from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'

/**
 * End every login and every token in restored data, and forget every replica. Logins that were ended after its moment, by a
 * new password or because somebody left, would otherwise be alive again; replicas that ran then would be missed.
 */
export const settlingStatements: readonly string[] = [
  `update session set ended_at = now(), end_reason = 'operator' where ended_at is null`,
  // An older backup is loaded into the tables of its time.
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
 * Writes down up to when everything is in the database, so that payments made since then are asked about. The restored
 * cluster is noted at the portal's next look at it.
 */
export async function noteRestoration(transaction: Database, to: Date): Promise<void> {
  await transaction.change`insert into restoration (restored_to) values (${to.toISOString()})`
  await transaction.change`update installation set cluster = null`
}

/** Does both to a database that was restored as it was. */
export async function settleRestored(transaction: Database, to: Date): Promise<void> {
  for (const statement of settlingStatements) await transaction.change`${raw(statement)}`
  await noteRestoration(transaction, to)
}
