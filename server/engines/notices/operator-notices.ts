import sql, { empty } from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { type ActingRole, actingRoles } from '#contract/operations/operator-names.ts'
import type { Database } from '#server/database/database.ts'

const notice = z.object({
  /** Names what it is about: `ticket:<id>`. An operator has one notice of each. */
  subject: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.string(),
  /** It says what happened, and the operator puts it away; else it stays until the thing was done or handed on. */
  informs: z.boolean(),
  created_at: instant,
})
type OperatorNotice = Omit<z.output<typeof notice>, 'created_at' | 'informs'> & { informs?: boolean }

/** Notifies operators of work that waits for them in person. An earlier notice about the same subject is replaced. */
export const tellOperators = (
  database: Database,
  operatorIds: readonly string[],
  { subject, title, text, link, informs = false }: OperatorNotice,
) =>
  database.change`
    insert into operator_notice (operator_id, subject, title, text, link, informs)
    select id, ${subject}, ${title}, ${text}, ${link}, ${informs} from operator
    where id = any(${operatorIds}::uuid[]) and state = 'active' order by id
    on conflict (operator_id, subject) do update
      set title = excluded.title, text = excluded.text, link = excluded.link, informs = excluded.informs, created_at = now()`

/**
 * Notifies those who are to do something. Where none of them acts in these roles any more, all of support are, so that it waits for
 * somebody.
 */
export async function tellOrSupport(
  database: Database,
  operatorIds: readonly string[],
  notice: OperatorNotice,
  roles: readonly ActingRole[] = actingRoles,
) {
  const acting = await actingAmong(database, operatorIds, roles)
  const told = acting.length ? acting : await operatorsWith(database, ['support'])
  return tellOperators(
    database,
    told.map(({ operator_id }) => operator_id),
    notice,
  )
}

/** Whoever may not do it any more has nothing that waits, but keeps what was only told. `subject` is how the subjects begin. */
export const dropWaitingNotices = (database: Database, operatorId: string, subject = '') =>
  database.change`
    delete from operator_notice where operator_id = ${operatorId} and not informs and starts_with(subject, ${subject})`

/** The thing was done or handed on, so that it waits for nobody any more, or not for this one. */
export const settleOperatorNotices = (database: Database, subject: string, operatorId?: string) =>
  database.change`
    delete from operator_notice
    where subject = ${subject} ${operatorId ? sql`and operator_id = ${operatorId}` : empty}`

export const operatorNotices = (database: Database, operatorId: string, most: number) =>
  database.rows(notice)`
    select subject, title, text, link, informs, created_at from operator_notice
    where operator_id = ${operatorId} order by created_at desc limit ${most}`

const dismissed = notice.pick({ title: true })

/** Puts away what an operator was only told, and returns its title. What waits for them stays. */
export const dismissOperatorNotice = (database: Database, operatorId: string, subject: string) =>
  database.row(dismissed)`
    delete from operator_notice where operator_id = ${operatorId} and subject = ${subject} and informs returning title`

const operatorRow = z.object({ operator_id: id, display_name: z.string() })

export const actsIn = (roles: readonly ActingRole[] = actingRoles) =>
  sql`state = 'active' and roles && ${['owner', ...roles]}::text[]`

/** Returns the operators who may act in one of the roles now, the owners among them. */
export const operatorsWith = (database: Database, roles: readonly ActingRole[]) =>
  database.rows(operatorRow)`
    select id as operator_id, display_name from operator
    where ${actsIn(roles)} order by id`

const actingAmong = (database: Database, operatorIds: readonly string[], roles: readonly ActingRole[]) =>
  database.rows(operatorRow)`
    select id as operator_id, display_name from operator where id = any(${operatorIds}::uuid[]) and ${actsIn(roles)}`

/**
 * Locks an operator who takes something on. The result is undefined for one who was disabled, or acts in none of these roles. Whoever
 * disables waits for it, and lays down what was taken (`layDownWork`).
 */
export const lockActing = (transaction: Database, operatorId: string, roles: readonly ActingRole[] = actingRoles) =>
  transaction.row(operatorRow)`
    select id as operator_id, display_name from operator where id = ${operatorId} and ${actsIn(roles)} for key share`
