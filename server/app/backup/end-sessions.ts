import type { ClientBase } from 'pg'

/**
 * Ends every login in restored data. Those that were ended after its moment, by a new password or because somebody left, would
 * otherwise be alive again.
 */
export async function endRestoredSessions(client: ClientBase): Promise<void> {
  await client.query(`update session set ended_at = now(), end_reason = 'operator' where ended_at is null`)
  await client.query('update operator_session set ended_at = now() where ended_at is null')
}
