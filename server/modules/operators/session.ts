import sql from 'sql-template-tag'
import { z } from 'zod'
import { id as uuid } from '#contract/fields.ts'
import { operatorIdle } from '#contract/operations/operator-names.ts'
import { operator } from '#contract/records/operator.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import type { Caller } from '#server/engines/context.ts'
import { contextOperator, operatorColumns } from '#server/engines/context-operator.ts'
import type { Operator } from '#server/engines/operator-context.ts'
import { hashSid, newSid } from '#server/modules/accounts/session.ts'

const sessionHours = 12

const sessionRow = contextOperator.extend({
  session_id: uuid,
  state: operator.schema.shape.state,
  over: z.boolean(),
  unseen: z.boolean(),
})

/**
 * Returns the operator behind a cookie. It throws -41004 when there is none, or the session is too old or was ended.
 * `used` says that somebody does something.
 */
export async function requireOperator(
  system: Database,
  token: string | undefined,
  used: boolean,
): Promise<{ operator: Operator; session: { id: string } }> {
  if (!token) throw new Refusal(-41004)
  // This is read at every call on purpose: a session in memory would go on after it was ended.
  const row = await system.row(
    sessionRow,
    sql`
      select session.id as session_id, ${selectList(contextOperator, operatorColumns, 'operator')}, operator.state,
        session.ended_at is not null or session.expires_at <= now() or session.generation <> operator.generation
          or session.last_seen_at <= now() - make_interval(secs => ${operatorIdle}) as over,
        session.last_seen_at <= now() - interval '1 minute' as unseen
      from operator_session session join operator on operator.id = session.operator_id
      where session.token_hash = ${hashSid(token)}`,
  )
  if (!row || row.over || row.state !== 'active') throw new Refusal(-41004)
  if (used && row.unseen)
    await system.change(sql`
      update operator_session set last_seen_at = now()
      where id = ${row.session_id} and last_seen_at <= now() - interval '1 minute'`)
  const { id, name, display_name, roles, totp, must_change_password, session_id } = row
  return { operator: { id, name, display_name, roles, totp, must_change_password }, session: { id: session_id } }
}

/**
 * Opens a session in the generation that the login has proved. Returns the token, which is shown this once. Throws
 * -41004 when the password, the authenticator, the roles or the state changed since.
 */
export async function openOperatorSession(
  database: Database,
  proved: { id: string; generation: number },
  caller: Caller,
): Promise<string> {
  const token = newSid()
  const opened = await database.change(sql`
    insert into operator_session (token_hash, operator_id, generation, ip, user_agent, expires_at)
    select ${hashSid(token)}, id, generation, ${caller.ip}, ${caller.userAgent},
      now() + make_interval(hours => ${sessionHours})
    from operator where id = ${proved.id} and generation = ${proved.generation} and state = 'active'`)
  if (!opened) throw new Refusal(-41004)
  return token
}

/** Ends an operator's sessions but `except`, which goes along into the generation of the change. */
export const endOperatorSessions = (database: Database, operatorId: string, except?: string): Promise<number> =>
  database.transaction(async transaction => {
    if (except)
      await transaction.change(sql`
        update operator_session session set generation = operator.generation from operator
        where session.id = ${except} and operator.id = session.operator_id`)
    return transaction.change(sql`
      update operator_session set ended_at = now()
      where operator_id = ${operatorId} and ended_at is null and id is distinct from ${except ?? null}::uuid`)
  })

export const endOperatorSession = (database: Database, sessionId: string): Promise<number> =>
  database.change(sql`update operator_session set ended_at = now() where id = ${sessionId} and ended_at is null`)
