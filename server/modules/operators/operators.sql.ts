import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { operator } from '#contract/records/operator.ts'
import type { Changes } from '#server/core/with-changes.ts'
import { assigned } from '#server/database/assigned.ts'
import { countOf } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { containing } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { contextOperator, operatorColumns } from '#server/engines/context-operator.ts'
import { deletePasskeys } from '#server/modules/accounts/passkeys/passkeys.sql.ts'
import { dropRecoveryCodes } from './recovery-codes.ts'

/** An operator with the secrets that a login is checked against, which no answer contains. */
const operatorRow = contextOperator.extend({
  state: operator.schema.shape.state,
  password_hash: z.string(),
  totp_sealed: z.instanceof(Buffer).nullable(),
  generation: z.int(),
})
export type OperatorRow = z.output<typeof operatorRow>

const columns = selectList(operatorRow, operatorColumns)
const operatorId = z.object({ id })

export const operatorNamed = (database: Database, name: string) =>
  database.row(operatorRow)`select ${columns} from operator where name = ${name}`

export const findOperator = (database: Database, id: string) =>
  database.row(operatorRow)`select ${columns} from operator where id = ${id}`

/** Locks an operator, so that decisions about them happen one after the other. */
export const lockOperator = (database: Database, id: string) =>
  database.row(operatorRow)`select ${columns} from operator where id = ${id} for update`

/** Reports whether the code was not used before, as each time step counts once. */
export const useStep = async (database: Database, id: string, step: number) =>
  (await database.change`
    update operator set totp_step = ${step} where id = ${id} and (totp_step is null or totp_step < ${step}::bigint)`) ===
  1

export const recordOperatorLogin = (database: Database, id: string) =>
  database.change`update operator set last_login_at = now() where id = ${id}`

/** Stores the secret of an authenticator until its first code confirms it. */
export const setPendingTotp = (database: Database, id: string, sealed: Buffer) =>
  database.change`
    update operator set totp_pending = ${sealed}, totp_pending_until = now() + interval '10 minutes' where id = ${id}`

const pendingTotp = z.object({ totp_pending: z.instanceof(Buffer) })

export const findPendingTotp = (database: Database, id: string) =>
  database.row(pendingTotp)`
    select totp_pending from operator
    where id = ${id} and totp_pending is not null and totp_pending_until > now()`

/** Binds the authenticator that was confirmed; returns zero when another binding was begun or ended meanwhile. */
export const bindPendingTotp = (database: Database, id: string, sealed: Buffer, step: number) =>
  database.change`
    update operator set totp_sealed = totp_pending, totp_step = ${step}, totp_pending = null, totp_pending_until = null
    where id = ${id} and totp_pending = ${sealed} and totp_pending_until > now()`

/** Removes a lost authenticator and everything that replaces it: recovery codes and passkeys. */
export async function removeTotp(transaction: Database, id: string): Promise<void> {
  await transaction.change`
    update operator set totp_sealed = null, totp_step = null, totp_pending = null, totp_pending_until = null
    where id = ${id}`
  await dropRecoveryCodes(transaction, id)
  await deletePasskeys(transaction, `operator:${id}`)
}

/** The person who set the password can log in with it until the operator has changed it. */
export const giveOperatorPassword = (database: Database, id: string, hash: string) =>
  database.change`update operator set password_hash = ${hash}, password_given = true where id = ${id}`

/** Guard: the generation for which the old password was proved, so that a concurrent reset stands. */
export const changePassword = (database: Database, proved: Pick<OperatorRow, 'id' | 'generation'>, hash: string) =>
  database.change`
    update operator set password_hash = ${hash}, password_given = false
    where id = ${proved.id} and generation = ${proved.generation} and state = 'active'`

const profile = z.object(operator.input('set'))
type Profile = z.output<typeof profile>

/** Returns undefined when the name is taken. */
export const insertOperator = (
  database: Database,
  {
    name,
    display_name,
    roles,
    passwordHash,
    isInitial = true,
  }: Profile & { passwordHash: string; isInitial?: boolean },
) =>
  database.row(operatorId)`
    insert into operator (name, display_name, roles, password_hash, password_given)
    values (${name}, ${display_name}, ${[...roles]}, ${passwordHash}, ${isInitial})
    on conflict (name) do nothing returning id`

/** An undefined value leaves a column as it is. */
export const updateOperator = (
  database: Database,
  id: string,
  { display_name, roles }: Changes<Omit<Profile, 'name'>>,
) => database.change`update operator set ${assigned({ display_name, roles })} where id = ${id}`

export const setState = (database: Database, id: string, state: 'active' | 'disabled') =>
  database.change`update operator set state = ${state} where id = ${id}`

/** Locks all owners who can log in, so that two can't remove each other's role concurrently. */
export const lockOwners = (database: Database) =>
  database.rows(
    operatorId,
  )`select id from operator where state = 'active' and 'owner' = any(roles) order by id for update`

const matching = (keyword: string | undefined) =>
  keyword ? sql`where name ilike ${containing(keyword)} or display_name ilike ${containing(keyword)}` : sql``

const listed = sql`
  select ${selectList(operator.schema.omit({ sessions: true }), operatorColumns)},
    (select count(*)::integer from operator_session session where session.operator_id = operator.id
      and ended_at is null and expires_at > now() and last_seen_at > now() - interval '30 minutes') as sessions
  from operator`

export const listedOperator = (database: Database, id: string) =>
  database.row(operator.schema)`${listed} where id = ${id}`

export const operatorList = (database: Database, keyword: string | undefined, { limit, offset }: Page) =>
  database.rows(operator.schema)`
    ${listed} ${matching(keyword)} order by state, created_at, id limit ${limit} offset ${offset}`

export const countOperators = (database: Database, keyword: string | undefined) =>
  countOf(database, sql`select count(*) from operator ${matching(keyword)}`)
