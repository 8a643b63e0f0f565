import type { ClientBase } from 'pg'

/**
 * Ends every login and every token in restored data. Those that were ended after its moment, by a new password or because
 * somebody left, would otherwise be alive again.
 */
export async function endRestoredSessions(client: ClientBase): Promise<void> {
  await client.query(`update session set ended_at = now(), end_reason = 'operator' where ended_at is null`)
  // An older backup is loaded into the tables of its time.
  await client.query(`do $$ begin
    if to_regclass('public.api_token') is not null then
      update public.api_token set ended_at = now(), end_reason = 'revoked' where ended_at is null;
    end if;
  end $$`)
  await client.query('update operator_session set ended_at = now() where ended_at is null')
}
