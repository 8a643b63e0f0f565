import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { OperatorRole } from '#contract/operations/operator-names.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import type { Database } from '#server/database/database.ts'
import { newSid } from '#server/modules/accounts/session.ts'
import { inserted } from './inserted.ts'

export interface TestOperator {
  id: string
  name: string
  /** The token of a session, for `portal.operate`. */
  token: string
}

export function makeOperatorsOn(database: Database) {
  /** Creates an operator appointed a day ago, an owner by default, with a session. Without a password nobody can log in as them. */
  async function operator(
    role: OperatorRole = 'owner',
    values: { name?: string; password?: string; state?: 'active' | 'disabled' } = {},
  ): Promise<TestOperator> {
    const name = values.name ?? `${role}-${randomUUID().slice(0, 8)}`
    // These parameters are cheap: the hash carries them, and tests measure no strength.
    const passwordHash = values.password ? await hash(values.password, { memoryCost: 1024, timeCost: 1 }) : 'none'
    const row = await database.row(inserted)`
      insert into operator (name, display_name, roles, password_hash, password_given, state)
      values (${name}, ${`${name}的姓名`}, ${[role]}, ${passwordHash}, false, ${values.state ?? 'active'}) returning id`
    if (!row) throw new Error('the factory made no row')
    const { id } = row
    await database.change`update operator set authority_since = now() - interval '1 day' where id = ${id}`
    await database.change`
      update operator_role set granted_at = now() - interval '1 day' where operator_id = ${id}`
    return { id, name, token: await operatorSession(id) }
  }

  async function operatorSession(operatorId: string, input: { seenMinutesAgo?: number } = {}): Promise<string> {
    const token = newSid()
    await database.change`
      insert into operator_session (token_hash, operator_id, generation, ip, user_agent, expires_at, last_seen_at)
      select ${hashSecret(token)}, id, generation, '127.0.0.1', 'vitest', now() + interval '12 hours',
        now() - make_interval(mins => ${input.seenMinutesAgo ?? 0})
      from operator where id = ${operatorId}`
    return token
  }

  return { operator, operatorSession }
}
