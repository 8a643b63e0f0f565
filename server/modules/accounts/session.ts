import { randomBytes } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import { z } from 'zod'
import { account } from '#contract/records/account.ts'
import { company } from '#contract/records/company.ts'
import { duty } from '#contract/records/duty.ts'
import { employee } from '#contract/records/employee.ts'
import { session } from '#contract/records/session.ts'
import { proofMinutes } from '#contract/rules.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import type { Database } from '#server/database/database.ts'
import { dutyOf } from '#server/database/duty-of.ts'
import type { Caller, Membership } from '#server/engines/context.ts'
import type { Services } from '#server/engines/services.ts'
import { isCurrent } from './accounts.sql.ts'
import { alertHolder } from './alerts.ts'
import { type EndReason, endFamilies } from './endings.sql.ts'
import { isUnjudged } from './membership.sql.ts'
import { lockFamily, takeOver } from './refresh.sql.ts'
import { isHeld } from './terminals/held-logins.sql.ts'

/** Returns a new sid of 256 random bits, of which only the hash is stored. */
export const newSid = (): string => randomBytes(32).toString('base64url')

export interface Session {
  id: string
  /** Identifies the login, across every sid that took over from another. */
  familyId: string
  clientName: string
  /** The thumbprint of the device key that the login has proved. */
  deviceKey: string | undefined
  /** The password was shown recently. */
  proved: boolean
  account: { id: string; phone: string }
  membership: Membership | undefined
}

const sessionRow = session.schema.pick({ session_id: true }).extend({
  ...account.schema.pick({ account_id: true, phone: true }).shape,
  account_state: account.schema.shape.state,
  end_reason: z.string().nullable(),
  family_id: z.string(),
  client_name: z.string(),
  device_key: z.string().nullable(),
  takes_over: z.string().nullable(),
  over: z.boolean(),
  outdated: z.boolean(),
  expired: z.boolean(),
  unseen: z.boolean(),
  proved: z.boolean(),
  company_id: company.schema.shape.company_id.nullable(),
  employee_id: employee.schema.shape.employee_id.nullable(),
  employee_name: employee.schema.shape.name.nullable(),
  role: employee.schema.shape.role.nullable(),
  duty: duty.schema.shape.duty.nullable(),
  departments: duty.schema.shape.dept_ids,
  company_state: company.schema.shape.state.nullable(),
})

/** An SQL condition on rows of `session`, a customer's or an operator's: the password was shown recently. */
export const isProved = sql`session.proved_at > now() - make_interval(mins => ${raw(String(proofMinutes))})`

// The session is read at every call on purpose: a cached session would outlive its end.
const findSession = (sidHash: Buffer) => sql`
  select session.id as session_id, account.id as account_id, account.phone, account.state as account_state, session.end_reason,
    session.family_id, session.client_name, session.device_key, session.takes_over, coalesce(session.ended_at <= now(), false) as over,
    session.generation <> account.generation
      or coalesce(session.opened_by <> employee.company_id, session.opened_by is not null)
      or coalesce(session.unjudged and company.state <> 'frozen', false) as outdated,
    session.expires_at <= now() or session.last_seen_at <= now() - interval '7 days' as expired,
    session.last_seen_at <= now() - interval '1 minute' as unseen, ${isProved} as proved,
    employee.company_id, employee.id as employee_id, employee.name as employee_name, employee.role, ${dutyOf} as duty,
    held.departments,
    company.state as company_state
  from session
  join account on account.id = session.account_id
  left join employee on employee.account_id = account.id and employee.state = 'active'
  left join company on company.id = employee.company_id
  left join employee_duty held on held.company_id = employee.company_id and held.employee_id = employee.id
  where session.sid_hash = ${sidHash}`

type Needed = Pick<Services, 'system' | 'config' | 'jobs'>

/** A sid that was replaced a while ago is in two hands, one of which is not its holder's. Both are logged out. */
async function endReused(services: Needed, row: { account_id: string; family_id: string }): Promise<void> {
  await services.system.transaction(async transaction => {
    const ended = await endFamily(transaction, row.family_id, 'reused')
    if (ended) await alertHolder(transaction, services, row.account_id, 'reused')
  })
}

/**
 * Returns the session behind a sid. Throws -41004 when it is unknown or expired, -41016 when it was ended elsewhere.
 */
export async function requireSession(services: Needed, sid: unknown): Promise<Session> {
  const { system } = services
  if (typeof sid !== 'string' || sid === '') throw new Refusal(-41003, 'sid', '缺少参数 sid')
  const row = orRefuse(await system.row(sessionRow)`${findSession(hashSecret(sid))}`, -41004)
  if (row.over && row.end_reason === 'replaced') {
    if (!row.expired) await endReused(services, row)
    throw new Refusal(-41004)
  }
  if (row.over || row.outdated) throw new Refusal(-41016)
  if (row.expired) throw new Refusal(-41004)
  if (row.account_state !== 'active') throw new Refusal(-41016)
  if (row.takes_over) {
    await takeOver(system, { sessionId: row.session_id, familyId: row.family_id, formerId: row.takes_over })
    // Another sid may have been handed out in the meantime.
    return requireSession(services, sid)
  }
  if (row.unseen)
    await system.change`
      update session set last_seen_at = now() where id = ${row.session_id} and last_seen_at <= now() - interval '1 minute'`
  const { company_id, employee_id, employee_name, role, duty, departments, company_state } = row
  const membership =
    company_id && employee_id && employee_name !== null && role && company_state
      ? {
          companyId: company_id,
          employeeId: employee_id,
          name: employee_name,
          role,
          companyState: company_state,
          ...(duty && role === 'employee' && { duty, ...(departments && { departments }) }),
        }
      : undefined
  return {
    id: row.session_id,
    familyId: row.family_id,
    clientName: row.client_name,
    deviceKey: row.device_key ?? undefined,
    proved: row.proved,
    account: { id: row.account_id, phone: row.phone },
    membership,
  }
}

/** The account whose session is opened, in the generation that the login has proved. */
export interface ProvedAccount {
  account_id: string
  generation: number
}

/** The terminal that a session is opened with. */
export interface Terminal {
  deviceKey?: string | undefined
  /** The terminal has logged in before, or another manager has approved it. */
  known: boolean
  /** The company whose identity provider has signed the person in. The session has shown no password. */
  openedBy?: string | undefined
  /** The company's rules for logins did not apply. The session ends once they do. */
  unjudged?: boolean | undefined
}

const openedSession = z.object({ unjudged: z.boolean() })
export type Opened = z.output<typeof openedSession> & { sid: string }

/**
 * Opens a session of 30 days, which ends earlier after seven days without use. Returns the sid, shown only this once, and whether
 * the company's rules for logins remain to be applied; undefined where another manager has to approve the terminal: a client's key
 * that has had a session is known. Throws -41016 when the password was changed since it was proved; a later change ends the session
 * as well, because it belongs to the proved generation.
 */
export async function openSession(
  database: Database,
  proved: ProvedAccount,
  caller: Caller,
  { deviceKey, openedBy, known, unjudged = false }: Terminal,
): Promise<Opened | undefined> {
  const sid = newSid()
  const opened = await database.row(openedSession)`
    insert into session (generation, sid_hash, account_id, client_name, client_version, ip, user_agent, device_key, opened_by,
      unjudged, proved_at, expires_at)
    select generation, ${hashSecret(sid)}, id, ${caller.client.name}, ${caller.client.version}, ${caller.ip},
      ${caller.userAgent}, ${deviceKey ?? null}, ${openedBy ?? null}::uuid,
      ${unjudged} or ${isUnjudged}, case when ${openedBy ?? null}::uuid is null then now() else 'epoch' end, now() + interval '30 days'
    from account
    where id = ${proved.account_id} and generation = ${proved.generation} and state = 'active'
      and (${known} or not ${isHeld} or exists (
        select from session former
        where former.account_id = account.id and former.device_key = ${deviceKey ?? null} and not former.unjudged))
    returning unjudged`
  if (opened) return { sid, ...opened }
  if (!(await isCurrent(database, proved))) throw new Refusal(-41016)
  return undefined
}

/**
 * Records that the login has shown its password. Reports false when the session is over, or the password that was checked is no
 * longer the account's.
 */
export const noteProof = (database: Database, familyId: string, { account_id, generation }: ProvedAccount) =>
  database.transaction(async transaction => {
    await lockFamily(transaction, familyId)
    const noted = await transaction.change`
      update session set proved_at = now() from account
      where family_id = ${familyId} and (ended_at is null or ended_at > now()) and account.id = ${account_id}
        and account.generation = ${generation} and session.generation = account.generation`
    return noted > 0
  })

/** Locks the account of a session. Reports false when the session is over, or belongs to an earlier generation. */
export const lockSession = async (database: Database, sessionId: string): Promise<boolean> =>
  (await database.change`
    select from session join account on account.id = session.account_id
    where session.id = ${sessionId} and (ended_at is null or ended_at > now()) and account.state = 'active'
      and session.generation = account.generation
    for no key update of account`) === 1

/** Ends a login, with every sid that took over from another. */
export const endFamily = (database: Database, familyId: string, reason: 'signed_out' | 'reused') =>
  endFamilies(database, sql`select ${familyId}::uuid`, reason)

/** Selects the logins of an account. A replaced sid that is still valid always has a successor in its login. */
const familiesOf = (accountId: string) =>
  sql`select family_id from session where account_id = ${accountId} and ended_at is null`

/** Ends every other login of an account. */
export const endOtherFamilies = (database: Database, accountId: string, familyId: string) =>
  endFamilies(database, sql`${familiesOf(accountId)} and family_id <> ${familyId}`, 'signed_out')

/** Matches this session and the successor that has just replaced it, if any, which is the one that lives on. */
const isOrReplaced = ({ id, familyId }: Pick<Session, 'id' | 'familyId'>) => sql`(
  session.id = ${id} or session.family_id = ${familyId} and session.ended_at is null and session.takes_over is null)`

/** Ends every live session of an account except `except`. Returns how many logins it ended. */
export const endSessions = (
  database: Database,
  accountId: string,
  reason: Exclude<EndReason, 'signed_out' | 'reused'>,
  except?: Pick<Session, 'id' | 'familyId'>,
): Promise<number> =>
  database.transaction(async transaction => {
    const ended = await endFamilies(transaction, familiesOf(accountId), reason, except && isOrReplaced(except))
    // The change has raised the generation; only this session is raised with it.
    if (except)
      await transaction.change`
        update session set generation = account.generation from account
        where ${isOrReplaced(except)} and account.id = session.account_id`
    return ended
  })
