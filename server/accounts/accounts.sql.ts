import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

export interface Credentials {
  id: string
  password_hash: string | null
  state: 'active' | 'disabled' | 'deleted'
}

export const findCredentials = (database: Database, phone: string) =>
  database.row<Credentials>(sql`select id, password_hash, state from account where phone = ${phone}`)

export const credentialsOf = (database: Database, accountId: string) =>
  database.row<Credentials & { phone: string }>(sql`
    select id, phone, password_hash, state from account where id = ${accountId}`)

/** Undefined when the phone has an account already. */
export const insertAccount = (
  database: Database,
  account: {
    phone: string
    passwordHash: string
    displayName: string
    agreementVersion: string
    promotionCode: string | undefined
  },
) =>
  database.row<{ id: string }>(sql`
    insert into account (phone, password_hash, display_name, agreement_version, agreed_at, promotion_code, last_login_at)
    values (${account.phone}, ${account.passwordHash}, ${account.displayName}, ${account.agreementVersion}, now(),
      ${account.promotionCode ?? null}, now())
    on conflict (phone) do nothing
    returning id`)

/** An account that was made by an invitation and has no password yet gets its owner's; undefined for every other one. */
export const claimInvitedAccount = (
  database: Database,
  account: {
    phone: string
    passwordHash: string
    agreementVersion: string
    promotionCode?: string | undefined
  },
) =>
  database.row<{ id: string }>(sql`
    update account set password_hash = ${account.passwordHash}, agreement_version = ${account.agreementVersion},
      agreed_at = now(), last_login_at = now(), promotion_code = coalesce(promotion_code, ${account.promotionCode ?? null})
    where phone = ${account.phone} and password_hash is null and state = 'active'
    returning id`)

export const recordLogin = (database: Database, accountId: string, agreementVersion: string) =>
  database.change(sql`
    update account set last_login_at = now(), agreement_version = ${agreementVersion},
      agreed_at = case when agreement_version is distinct from ${agreementVersion} then now() else agreed_at end
    where id = ${accountId}`)

export const setPasswordHash = (database: Database, accountId: string, passwordHash: string) =>
  database.change(sql`update account set password_hash = ${passwordHash} where id = ${accountId} and state = 'active'`)

export interface Profile {
  id: string
  phone: string
  display_name: string
  created_at: Date
  last_login_at: Date | null
  agreement_version: string | null
  agreed_at: Date | null
  role: 'owner' | 'manager' | 'employee' | null
  company_name: string | null
  company_state: 'trial' | 'active' | 'frozen' | null
  /** Person-days still to be handed out; null without a company. */
  service_balance: number | null
  service_ends_at: Date | null
  verification_state: 'under_review' | 'approved' | 'rejected' | null
}

export const findProfile = (database: Database, accountId: string) =>
  database.row<Profile>(sql`
    select account.id, account.phone, account.display_name, account.created_at, account.last_login_at,
      account.agreement_version, account.agreed_at,
      employee.role, employee.service_ends_at, company.name as company_name, company.state as company_state,
      case when company.id is not null then coalesce(service_balance.days, 0) end as service_balance,
      (select state from identity_verification where account_id = account.id order by created_at desc limit 1) as verification_state
    from account
    left join employee on employee.account_id = account.id and employee.state = 'active'
    left join company on company.id = employee.company_id
    left join service_balance on service_balance.company_id = company.id
    where account.id = ${accountId}`)

/** False when another account has the phone. */
export const setPhone = async (database: Database, accountId: string, phone: string): Promise<boolean> =>
  (await database.change(sql`
    update account set phone = ${phone}
    where id = ${accountId} and state = 'active' and not exists (select from account other where other.phone = ${phone})`)) ===
  1

export const setDisplayName = (database: Database, accountId: string, displayName: string) =>
  database.change(sql`update account set display_name = ${displayName} where id = ${accountId}`)

export interface LiveSession {
  id: string
  client_name: string
  client_version: string
  ip: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
}

export const liveSessions = (database: Database, accountId: string) =>
  database.rows<LiveSession>(sql`
    select id, client_name, client_version, ip, user_agent, created_at, last_seen_at
    from session
    where account_id = ${accountId} and ended_at is null and expires_at > now() and last_seen_at > now() - interval '7 days'
    order by last_seen_at desc limit 100`)

export const endOwnSession = (database: Database, accountId: string, sessionId: string) =>
  database.change(sql`
    update session set ended_at = now(), end_reason = 'signed_out'
    where id = ${sessionId} and account_id = ${accountId} and (ended_at is null or ended_at > now())`)

/** The new sid takes over the session's age; the old one answers for some seconds more. Zero when another tab was first. */
export const replaceSession = (database: Database, sessionId: string, newHash: Buffer, graceSeconds: number) =>
  database.change(sql`
    with replaced as (
      update session set ended_at = now() + make_interval(secs => ${graceSeconds}), end_reason = 'replaced'
      where id = ${sessionId} and ended_at is null
      returning account_id, client_name, client_version, ip, user_agent, created_at, expires_at
    )
    insert into session (sid_hash, account_id, client_name, client_version, ip, user_agent, created_at, expires_at)
    select ${newHash}, account_id, client_name, client_version, ip, user_agent, created_at, expires_at from replaced`)

/** Leaves a row without a person: others (audit, orders) still point to it. Guarded against owners. */
export const eraseAccount = (database: Database, accountId: string) =>
  database.change(sql`
    update account set state = 'deleted', phone = 'deleted:' || id, password_hash = null, display_name = '已注销用户',
      promotion_code = null, agreement_version = null, agreed_at = null, last_login_at = null
    where id = ${accountId} and state = 'active'
      and not exists (select from employee where account_id = ${accountId} and role = 'owner')`)
