import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id as uuid } from '#contract/fields.ts'
import { operatorIdle } from '#contract/operations/operator-names.ts'
import { operators } from '#contract/operations/operators.ts'
import { operator } from '#contract/records/operator.ts'
import { Refusal } from '#server/core/refusal.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import type { Database } from '#server/database/database.ts'
import { requireThat } from '#server/database/insist.ts'
import { selectList } from '#server/database/select-list.ts'
import { queueStatement } from '#server/database/transaction.ts'
import type { Caller } from '#server/engines/context.ts'
import { contextOperator, operatorColumns } from '#server/engines/context-operator.ts'
import type { Operator, OperatorContext } from '#server/engines/operator-context.ts'
import { isProved, newSid } from '#server/modules/accounts/session.ts'

const sessionHours = 12

const sessionRow = contextOperator.extend({
  session_id: uuid,
  state: operator.schema.shape.state,
  over: z.boolean(),
  unseen: z.boolean(),
  proved: z.boolean(),
})

/**
 * Returns the operator behind a cookie. Throws -41004 when there is none, or the session is too old or was ended. `used` means that
 * the operator is active.
 */
export async function requireOperator(
  system: Database,
  token: string | undefined,
  used: boolean,
): Promise<{ operator: Operator; session: OperatorContext['session'] }> {
  if (!token) throw new Refusal(-41004)
  // Read at every call on purpose: a cached session would outlive its end.
  const row = await system.row(sessionRow)`
    select session.id as session_id, ${selectList(contextOperator, operatorColumns, 'operator')}, operator.state,
      session.ended_at is not null or session.expires_at <= now() or session.generation <> operator.generation
        or session.last_seen_at <= now() - make_interval(secs => ${operatorIdle}) as over,
      session.last_seen_at <= now() - interval '1 minute' as unseen, ${isProved} as proved
    from operator_session session join operator on operator.id = session.operator_id
    where session.token_hash = ${hashSecret(token)}`
  if (!row || row.over || row.state !== 'active') throw new Refusal(-41004)
  if (used && row.unseen)
    await system.change`
      update operator_session set last_seen_at = now()
      where id = ${row.session_id} and last_seen_at <= now() - interval '1 minute'`
  const { id, name, display_name, roles, totp, must_change_password, session_id, proved } = row
  return {
    operator: { id, name, display_name, roles, totp, must_change_password },
    session: { id: session_id, proved },
  }
}

/**
 * Opens a session in the generation that the login has proved. Returns the token, which is shown this once. Throws -41004 when the
 * password, the authenticator, the roles or the state changed since.
 */
export async function openOperatorSession(
  database: Database,
  proved: { id: string; generation: number },
  caller: Caller,
): Promise<string> {
  const token = newSid()
  const opened = await database.change`
    insert into operator_session (token_hash, operator_id, generation, ip, user_agent, expires_at)
    select ${hashSecret(token)}, id, generation, ${caller.ip}, ${caller.userAgent},
      now() + make_interval(hours => ${sessionHours})
    from operator where id = ${proved.id} and generation = ${proved.generation} and state = 'active'`
  if (!opened) throw new Refusal(-41004)
  return token
}

/** Finds a session that is not over, with its operator, who has not changed since it was opened. */
const unchangedSession = (sessionId: string): Sql => sql`
  select from operator_session session join operator on operator.id = session.operator_id
  where session.id = ${sessionId} and ended_at is null and operator.state = 'active'
    and session.generation = operator.generation`

/** Locks the operator of a session. Reports false when the session is over, or belongs to an earlier generation. */
export const lockOperatorSession = async (database: Database, sessionId: string): Promise<boolean> =>
  (await database.change`${unchangedSession(sessionId)} for update of operator`) === 1

/**
 * Makes a change fail with -41004 if its session is over, or the operator's state, roles or password changed, since the request was
 * admitted: a file may take hours to arrive. The check is sent with the transaction's first statement.
 */
export const requireSameSession = (transaction: Database, sessionId: string): Promise<void> =>
  queueStatement(transaction, requireThat(sql`exists (${unchangedSession(sessionId)})`, '-41004'))

/** Ends an operator's sessions except `except`, which is raised to the generation of the change. */
export const endOperatorSessions = (database: Database, operatorId: string, except?: string): Promise<number> =>
  database.transaction(async transaction => {
    if (except)
      await transaction.change`
        update operator_session session set generation = operator.generation from operator
        where session.id = ${except} and operator.id = session.operator_id`
    return transaction.change`
      update operator_session set ended_at = now()
      where operator_id = ${operatorId} and ended_at is null and id is distinct from ${except ?? null}::uuid`
  })

export const endOperatorSession = (database: Database, sessionId: string): Promise<number> =>
  database.change`update operator_session set ended_at = now() where id = ${sessionId} and ended_at is null`

/**
 * Records that the session has shown the operator's password and authenticator. Reports false when it is over, or what was checked
 * no longer holds.
 */
export const noteOperatorProof = async (
  database: Database,
  sessionId: string,
  proved: { id: string; generation: number },
) =>
  (await database.change`
    update operator_session session set proved_at = now() from operator
    where session.id = ${sessionId} and ended_at is null and operator.id = ${proved.id}
      and operator.generation = ${proved.generation} and session.generation = operator.generation`) === 1

const listedSession = operators.getOwnSessionList.output.shape.list.element
  .omit({ device: true })
  .extend({ user_agent: z.string() })

export const liveOperatorSessions = (database: Database, operatorId: string, currentId: string) =>
  database.rows(listedSession)`
    select ${selectList(listedSession.omit({ current: true }), { session_id: 'id' }, 'session')},
      session.id = ${currentId} as current
    from operator_session session join operator on operator.id = session.operator_id
    where operator_id = ${operatorId} and ended_at is null and expires_at > now()
      and session.generation = operator.generation
      and last_seen_at > now() - make_interval(secs => ${operatorIdle})
    order by last_seen_at desc, session.id desc limit 100`

/** Ends one of the operator's own sessions. Reports false when it is not open. */
export const endOwnOperatorSession = async (database: Database, operatorId: string, sessionId: string) =>
  (await database.change`
    update operator_session set ended_at = now()
    where id = ${sessionId} and operator_id = ${operatorId} and ended_at is null`) === 1
