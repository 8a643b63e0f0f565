import sql, { empty } from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { type ActingRole, actingRoles } from '#contract/operations/operator-names.ts'
import type { Database } from '#server/database/database.ts'

const notice = z.object({
  /** Identifies what it is about: `ticket:<id>`. An operator has at most one notice per subject. */
  subject: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.string(),
  /** True for information, which the operator dismisses; false for work, which stays until it is done or handed on. */
  informs: z.boolean(),
  created_at: instant,
})
type OperatorNotice = Omit<z.output<typeof notice>, 'created_at' | 'informs'> & { informs?: boolean }

/** Notifies operators of work assigned to them. An earlier notice about the same subject is replaced. */
export const notifyOperators = (
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
 * Notifies the operators who have work to do. If none of them acts in these roles any more, notifies all of support instead, so
 * that the work is not orphaned.
 */
export async function notifyOrSupport(
  database: Database,
  operatorIds: readonly string[],
  notice: OperatorNotice,
  roles: readonly ActingRole[] = actingRoles,
) {
  const acting = await actingAmong(database, operatorIds, roles)
  const recipients = acting.length ? acting : await operatorsWith(database, ['support'])
  return notifyOperators(
    database,
    recipients.map(({ operator_id }) => operator_id),
    notice,
  )
}

/** Removes an operator's pending work once they may no longer do it; information is kept. `subject` is a prefix of the subjects. */
export const dropWaitingNotices = (database: Database, operatorId: string, subject = '') =>
  database.change`
    delete from operator_notice where operator_id = ${operatorId} and not informs and starts_with(subject, ${subject})`

/** Removes the notices of work that was done or handed on, for everybody or for one operator. */
export const settleOperatorNotices = (database: Database, subject: string, operatorId?: string) =>
  database.change`
    delete from operator_notice
    where subject = ${subject} ${operatorId ? sql`and operator_id = ${operatorId}` : empty}`

export const operatorNotices = (database: Database, operatorId: string, most: number) =>
  database.rows(notice)`
    select subject, title, text, link, informs, created_at from operator_notice
    where operator_id = ${operatorId} order by created_at desc limit ${most}`

const dismissed = notice.pick({ title: true })

/** Dismisses an operator's information and returns its title. Notices of work stay. */
export const dismissOperatorNotice = (database: Database, operatorId: string, subject: string) =>
  database.row(dismissed)`
    delete from operator_notice where operator_id = ${operatorId} and subject = ${subject} and informs returning title`

const operatorRow = z.object({ operator_id: id, display_name: z.string() })

export const actsIn = (roles: readonly ActingRole[] = actingRoles) =>
  sql`state = 'active' and roles && ${['owner', ...roles]}::text[]`

/** Returns the operators who may currently act in one of the roles, including owners. */
export const operatorsWith = (database: Database, roles: readonly ActingRole[]) =>
  database.rows(operatorRow)`
    select id as operator_id, display_name from operator
    where ${actsIn(roles)} order by id`

const actingAmong = (database: Database, operatorIds: readonly string[], roles: readonly ActingRole[]) =>
  database.rows(operatorRow)`
    select id as operator_id, display_name from operator where id = any(${operatorIds}::uuid[]) and ${actsIn(roles)}`

/** Returns those of the operators who are active owners. */
export const ownersAmong = (database: Database, operatorIds: readonly string[]) =>
  actingAmong(database, operatorIds, [])

/**
 * Locks an operator who takes on work. Returns undefined if the operator was disabled or acts in none of these roles. Disabling
 * waits for this lock, and then releases the work (`releaseWork`).
 */
export const lockActing = (transaction: Database, operatorId: string, roles: readonly ActingRole[] = actingRoles) =>
  transaction.row(operatorRow)`
    select id as operator_id, display_name from operator where id = ${operatorId} and ${actsIn(roles)} for key share`
