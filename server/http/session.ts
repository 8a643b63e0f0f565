import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { Caller, Membership } from './context.ts'
import { Refusal } from './envelope.ts'

/** 256 random bits; only its hash is kept. */
export const newSid = (): string => randomBytes(32).toString('base64url')
export const hashSid = (sid: string): Buffer => createHash('sha256').update(sid).digest()

/** Seconds an old sid still answers after a refresh, so that other tabs can change over. */
export const refreshGrace = 60

export interface Session {
  id: string
  account: { id: string; phone: string }
  membership: Membership | undefined
}

interface SessionRow {
  id: string
  account_id: string
  phone: string
  account_state: string
  end_reason: string | null
  over: boolean
  expired: boolean
  unseen: boolean
  company_id: string | null
  employee_id: string | null
  role: Membership['role'] | null
  company_state: Membership['companyState'] | null
}

// Read at every call on purpose: a cached session would go on after it was ended.
const findSession = (sidHash: Buffer) => sql`
  select session.id, account.id as account_id, account.phone, account.state as account_state, session.end_reason,
    coalesce(session.ended_at <= now(), false) as over,
    session.expires_at <= now() or session.last_seen_at <= now() - interval '7 days' as expired,
    session.last_seen_at <= now() - interval '1 minute' as unseen,
    employee.company_id, employee.id as employee_id, employee.role, company.state as company_state
  from session
  join account on account.id = session.account_id
  left join employee on employee.account_id = account.id and employee.state = 'active'
  left join company on company.id = employee.company_id
  where session.sid_hash = ${sidHash}`

/** The session behind a sid. -41004 when unknown or expired, -41016 when it was ended elsewhere. */
export async function requireSession(system: Database, sid: unknown): Promise<Session> {
  if (typeof sid !== 'string' || sid === '') throw new Refusal(-41003, 'sid', '缺少参数 sid')
  const row = await system.row<SessionRow>(findSession(hashSid(sid)))
  if (!row) throw new Refusal(-41004)
  if (row.over) throw new Refusal(row.end_reason === 'replaced' ? -41004 : -41016)
  if (row.expired) throw new Refusal(-41004)
  if (row.account_state !== 'active') throw new Refusal(-41016)
  if (row.unseen)
    await system.change(sql`
      update session set last_seen_at = now() where id = ${row.id} and last_seen_at <= now() - interval '1 minute'`)
  const { company_id, employee_id, role, company_state } = row
  const membership =
    company_id && employee_id && role && company_state
      ? { companyId: company_id, employeeId: employee_id, role, companyState: company_state }
      : undefined
  return { id: row.id, account: { id: row.account_id, phone: row.phone }, membership }
}

/** Opens a session of 30 days, ended earlier by seven days without use. Answers the sid, which is shown this once. */
export async function openSession(database: Database, accountId: string, caller: Caller): Promise<string> {
  const sid = newSid()
  await database.change(sql`
    insert into session (sid_hash, account_id, client_name, client_version, ip, user_agent, expires_at)
    values (${hashSid(sid)}, ${accountId}, ${caller.client.name}, ${caller.client.version}, ${caller.ip},
      ${caller.userAgent}, now() + interval '30 days')`)
  return sid
}

/** Ends every live session of an account, but `except`. Answers how many. */
export function endSessions(
  database: Database,
  accountId: string,
  reason: 'password' | 'phone' | 'manager' | 'operator' | 'disabled' | 'deleted',
  except?: string,
): Promise<number> {
  return database.change(sql`
    update session set ended_at = now(), end_reason = ${reason}
    where account_id = ${accountId} and (ended_at is null or ended_at > now())
      and id is distinct from ${except ?? null}::uuid`)
}
