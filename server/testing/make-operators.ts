import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import sql from 'sql-template-tag'
import type { OperatorRole } from '#contract/operations/operator-names.ts'
import type { Database } from '../database/database.ts'
import { hashSid, newSid } from '../http/session.ts'

export interface MadeOperator {
  id: string
  name: string
  /** Of a session, as `portal.operate` takes it. */
  token: string
}

/** Operators and their sessions. */
export function makeOperatorsOn(database: Database) {
  /** Of this role (the owner unless said otherwise), logged in. Without a password nobody else can log in as them. */
  async function operator(
    role: OperatorRole = 'owner',
    given: { name?: string; password?: string; state?: 'active' | 'disabled' } = {},
  ): Promise<MadeOperator> {
    const name = given.name ?? `${role}-${randomUUID().slice(0, 8)}`
    // Cheap parameters: the hash carries them, and tests measure no strength.
    const passwordHash = given.password ? await hash(given.password, { memoryCost: 1024, timeCost: 1 }) : 'none'
    const made = await database.row<{ id: string }>(sql`
      insert into operator (name, display_name, roles, password_hash, password_given, state)
      values (${name}, ${`${name}的姓名`}, ${[role]}, ${passwordHash}, false, ${given.state ?? 'active'}) returning id`)
    if (!made) throw new Error('the factory made no row')
    return { id: made.id, name, token: await operatorSession(made.id) }
  }

  async function operatorSession(operatorId: string, given: { seenMinutesAgo?: number } = {}): Promise<string> {
    const token = newSid()
    await database.change(sql`
      insert into operator_session (token_hash, operator_id, ip, user_agent, expires_at, last_seen_at)
      values (${hashSid(token)}, ${operatorId}, '127.0.0.1', 'vitest', now() + interval '12 hours',
        now() - make_interval(mins => ${given.seenMinutesAgo ?? 0}))`)
    return token
  }

  return { operator, operatorSession }
}
