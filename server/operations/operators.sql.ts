import sql from 'sql-template-tag'
import type { OperatorRole } from '#contract/operations/operator-names.ts'
import type { Database } from '../database/database.ts'
import { containing } from '../database/like.ts'

export interface OperatorRow {
  id: string
  name: string
  display_name: string
  password_hash: string
  roles: OperatorRole[]
  state: 'active' | 'disabled'
  totp_sealed: Buffer | null
  totp_step: string | null
  password_given: boolean
}

const columns = sql`id, name, display_name, password_hash, roles, state, totp_sealed, totp_step, password_given`

export const operatorNamed = (database: Database, name: string) =>
  database.row<OperatorRow>(sql`select ${columns} from operator where name = ${name}`)

/** Locked: what is decided about an operator is decided one after the other. */
export const lockOperator = (database: Database, id: string) =>
  database.row<OperatorRow>(sql`select ${columns} from operator where id = ${id} for update`)

/** Whether the code was not used before: each time step counts once. */
export const useStep = async (database: Database, id: string, step: number) =>
  (await database.change(sql`
    update operator set totp_step = ${step} where id = ${id} and (totp_step is null or totp_step < ${step}::bigint)`)) ===
  1

export const recordOperatorLogin = (database: Database, id: string) =>
  database.change(sql`update operator set last_login_at = now() where id = ${id}`)

export const setOperatorTotp = (database: Database, id: string, sealed: Buffer | null, step: number | null) =>
  database.change(sql`update operator set totp_sealed = ${sealed}, totp_step = ${step} where id = ${id}`)

export const setOperatorPassword = (database: Database, id: string, hash: string, given: boolean) =>
  database.change(sql`update operator set password_hash = ${hash}, password_given = ${given} where id = ${id}`)

interface Profile {
  name: string
  display_name: string
  roles: readonly OperatorRole[]
}

/** Undefined: the name is taken. */
export const insertOperator = (
  database: Database,
  { name, display_name, roles, passwordHash, given = true }: Profile & { passwordHash: string; given?: boolean },
) =>
  database.row<{ id: string }>(sql`
    insert into operator (name, display_name, roles, password_hash, password_given)
    values (${name}, ${display_name}, ${[...roles]}, ${passwordHash}, ${given})
    on conflict (name) do nothing returning id`)

export const updateOperator = (database: Database, id: string, { display_name, roles }: Omit<Profile, 'name'>) =>
  database.change(sql`update operator set display_name = ${display_name}, roles = ${[...roles]} where id = ${id}`)

export const setState = (database: Database, id: string, state: 'active' | 'disabled') =>
  database.change(sql`update operator set state = ${state} where id = ${id}`)

/** Owners that can log in, all locked, so that two can't take each other's role away at once. */
export const lockOwners = (database: Database) =>
  database.rows<{ id: string }>(sql`
    select id from operator where state = 'active' and 'owner' = any(roles) order by id for update`)

interface Listed {
  operator_id: string
  name: string
  display_name: string
  roles: OperatorRole[]
  state: 'active' | 'disabled'
  totp: boolean
  last_login_at: Date | null
  created_at: Date
  sessions: number
}

const matching = (keyword: string | undefined) =>
  keyword ? sql`where name ilike ${containing(keyword)} or display_name ilike ${containing(keyword)}` : sql``

export const operatorList = (
  database: Database,
  keyword: string | undefined,
  { limit, offset }: { limit: number; offset: number },
) =>
  database.rows<Listed>(sql`
    select id as operator_id, name, display_name, roles, state, totp_sealed is not null as totp, last_login_at, created_at,
      (select count(*)::integer from operator_session session where session.operator_id = operator.id
        and ended_at is null and expires_at > now() and last_seen_at > now() - interval '30 minutes') as sessions
    from operator ${matching(keyword)} order by state, created_at, id limit ${limit} offset ${offset}`)

export const countOperators = async (database: Database, keyword: string | undefined) =>
  (await database.row<{ total: number }>(sql`select count(*)::integer as total from operator ${matching(keyword)}`))
    ?.total ?? 0
