import type { ClientBase } from 'pg'

/**
 * Ends every login and every token in restored data, and forgets every replica. Logins that were ended after its moment, by
 * a new password or because somebody left, would otherwise be alive again; replicas that ran then would be missed.
 */
export async function settleRestored(client: ClientBase): Promise<void> {
  await client.query(`update session set ended_at = now(), end_reason = 'operator' where ended_at is null`)
  // An older backup is loaded into the tables of its time.
  await client.query(`do $$ begin
    if to_regclass('public.api_token') is not null then
      update public.api_token set ended_at = now(), end_reason = 'revoked' where ended_at is null;
    end if;
    if to_regclass('public.replica') is not null then
      delete from public.replica;
    end if;
  end $$`)
  await client.query('update operator_session set ended_at = now() where ended_at is null')
}

/** Writes down up to when everything is in the database, so that payments made since then are asked about. */
export async function noteRestoration(client: ClientBase, to: Date): Promise<void> {
  await client.query('insert into restoration (restored_to) values ($1)', [to.toISOString()])
}
