import sql from 'sql-template-tag'
import { type OperatorRole, operatorIdle } from '#contract/operations/operator-names.ts'
import type { Database } from '../database/database.ts'
import type { Caller } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { hashSid, newSid } from '../http/session.ts'
import type { Operator } from './context.ts'

const sessionHours = 12

interface SessionRow {
  session_id: string
  id: string
  name: string
  display_name: string
  roles: OperatorRole[]
  state: 'active' | 'disabled'
  has_totp: boolean
  password_given: boolean
  over: boolean
  unseen: boolean
}

/** The operator behind a cookie. -41004 when there is none, it is too old, or it was ended. `used`: somebody does something. */
export async function requireOperator(
  system: Database,
  token: string | undefined,
  used: boolean,
): Promise<{ operator: Operator; session: { id: string } }> {
  if (!token) throw new Refusal(-41004)
  // Read at every call on purpose: a kept session would go on after it was ended.
  const row = await system.row<SessionRow>(sql`
    select session.id as session_id, operator.id, operator.name, operator.display_name, operator.roles, operator.state,
      operator.totp_sealed is not null as has_totp, operator.password_given,
      session.ended_at is not null or session.expires_at <= now()
        or session.last_seen_at <= now() - make_interval(secs => ${operatorIdle}) as over,
      session.last_seen_at <= now() - interval '1 minute' as unseen
    from operator_session session join operator on operator.id = session.operator_id
    where session.token_hash = ${hashSid(token)}`)
  if (!row || row.over || row.state !== 'active') throw new Refusal(-41004)
  if (used && row.unseen)
    await system.change(sql`
      update operator_session set last_seen_at = now()
      where id = ${row.session_id} and last_seen_at <= now() - interval '1 minute'`)
  const { id, name, display_name, roles, has_totp, password_given, session_id } = row
  return {
    operator: { id, name, displayName: display_name, roles, hasTotp: has_totp, passwordGiven: password_given },
    session: { id: session_id },
  }
}

/** Answers the token, which is shown this once. */
export async function openOperatorSession(database: Database, operatorId: string, caller: Caller): Promise<string> {
  const token = newSid()
  await database.change(sql`
    insert into operator_session (token_hash, operator_id, ip, user_agent, expires_at)
    values (${hashSid(token)}, ${operatorId}, ${caller.ip}, ${caller.userAgent},
      now() + make_interval(hours => ${sessionHours}))`)
  return token
}

/** Ends an operator's sessions but `except`. */
export const endOperatorSessions = (database: Database, operatorId: string, except?: string): Promise<number> =>
  database.change(sql`
    update operator_session set ended_at = now()
    where operator_id = ${operatorId} and ended_at is null and id is distinct from ${except ?? null}::uuid`)

export const endOperatorSession = (database: Database, sessionId: string): Promise<number> =>
  database.change(sql`update operator_session set ended_at = now() where id = ${sessionId} and ended_at is null`)
