import sql from 'sql-template-tag'
import { z } from 'zod'
import { userInfo, wGetUserInfo } from '#contract/accounts.ts'
import { account } from '#contract/records/account.ts'
import { company } from '#contract/records/company.ts'
import { employee } from '#contract/records/employee.ts'
import { session } from '#contract/records/session.ts'
import { verification } from '#contract/records/verification.ts'
import { erasedName } from '#server/core/erased-name.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { dutyOf } from '#server/database/duty-of.ts'
import { selectList } from '#server/database/select-list.ts'
import { newestVerification } from './newest-verification.ts'

const provedAccount = account.schema.pick({ account_id: true }).extend({ generation: z.int() })
type ProvedAccount = z.output<typeof provedAccount>
const credentials = account.schema
  .pick({ account_id: true, phone: true, state: true })
  .extend({ password_hash: z.string().nullable(), generation: z.int() })
const credentialColumns = selectList(credentials, { account_id: 'id' })

export const findCredentials = (database: Database, phone: string) =>
  database.row(credentials)`select ${credentialColumns} from account where phone = ${phone}`

export const credentialsOf = (database: Database, accountId: string) =>
  database.row(credentials)`select ${credentialColumns} from account where id = ${accountId}`

/** Returns undefined when the phone already has an account. */
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
  database.row(provedAccount)`
  insert into account (phone, password_hash, display_name, agreement_version, agreed_at, promotion_code, last_login_at)
  values (${account.phone}, ${account.passwordHash}, ${account.displayName}, ${account.agreementVersion}, now(),
    ${account.promotionCode ?? null}, now())
  on conflict (phone) do nothing
  returning id as account_id, generation`

/**
 * Sets the holder's password on an account that an invitation has created and that has none yet; returns undefined for every other
 * account.
 */
export const claimInvitedAccount = (
  database: Database,
  account: {
    phone: string
    passwordHash: string
    agreementVersion: string
    promotionCode?: string | undefined
  },
) =>
  database.row(provedAccount)`
  update account set password_hash = ${account.passwordHash}, agreement_version = ${account.agreementVersion},
    agreed_at = now(), last_login_at = now(), promotion_code = coalesce(promotion_code, ${account.promotionCode ?? null})
  where phone = ${account.phone} and password_hash is null and state = 'active'
  returning id as account_id, generation`

export const recordLogin = (database: Database, accountId: string, agreementVersion: string) =>
  database.change`
    update account set last_login_at = now(), agreement_version = ${agreementVersion},
      agreed_at = case when agreement_version is distinct from ${agreementVersion} then now() else agreed_at end
    where id = ${accountId}`

/**
 * These three change what a login proves, so each is guarded by the generation that was proved: a change that was under way when
 * the holder changed the password must not undo that. Zero rows mean that the generation has changed.
 */
export const setPasswordHash = (database: Database, proved: ProvedAccount, passwordHash: string) =>
  database.change`
    update account set password_hash = ${passwordHash}
    where id = ${proved.account_id} and generation = ${proved.generation} and state = 'active'`

const profile = userInfo
  .omit({ is_company_manager: true })
  .extend(wGetUserInfo.output.pick({ registered_at: true, last_login_at: true }).shape)
  .extend({
    role: employee.schema.shape.role.nullable(),
    company_state: company.schema.shape.state.nullable(),
    verification_state: verification.schema.shape.state.nullable(),
  })
/** The profile of an account's holder. Only managers see `company_remain_days` (`userInfoOf`). */
export type Profile = z.output<typeof profile>

export const findProfile = (database: Database, accountId: string) =>
  database.row(profile)`
  select account.id as account_id, account.phone, account.display_name, account.created_at as registered_at,
    account.last_login_at, account.toured_at is not null as toured, employee.role, case when employee.role = 'employee' then ${dutyOf} end as duty,
    case when employee.role = 'employee' and held.departments is not null then array(
      select name from department
      where company_id = employee.company_id and id = any(held.departments) order by sort, name) end as duty_departments,
    employee.service_ends_at, company.name as company_name,
    company.state as company_state,
    case when company.state = 'frozen' then coalesce(company.frozen_reason, '') end as frozen_reason,
    case when company.id is not null then coalesce(service_balance.days, 0) end as company_remain_days,
    (select newest.state from ${newestVerification(sql`account.id`)}) as verification_state
  from account
  left join employee on employee.account_id = account.id and employee.state = 'active'
  left join company on company.id = employee.company_id
  left join service_balance on service_balance.company_id = company.id
  left join employee_duty held on held.company_id = employee.company_id and held.employee_id = employee.id
  where account.id = ${accountId}`

const held = account.schema.pick({ account_id: true })

/** An SQL condition: the account was created by an invitation, and nobody has set a password or agreed to anything. */
const isUnused = sql`password_hash is null and agreed_at is null and state = 'active'`

/**
 * Locks an account, and the unused account that an invitation has created for a phone; returns the latter. Guard: a concurrent
 * registration is waited for, after which the account is in use.
 */
export const lockUnused = async (transaction: Database, accountId: string, phone: string) =>
  (
    await transaction.rows(held)`
      select id as account_id from account
      where id = ${accountId} or phone = ${phone} and ${isUnused}
      order by id for update`
  ).find(({ account_id }) => account_id !== accountId)

/** Retires an account that nobody ever used. The row stays, because messages may refer to it. */
export const retireUnused = (transaction: Database, accountId: string) =>
  transaction.change`
    update account set state = 'deleted', phone = 'deleted:' || id, display_name = ${erasedName}
    where id = ${accountId} and ${isUnused}`

/** Returns zero also when another account has the phone. */
export const setPhone = (database: Database, proved: ProvedAccount, phone: string) =>
  database.change`
    update account set phone = ${phone}
    where id = ${proved.account_id} and generation = ${proved.generation} and state = 'active'
      and not exists (select from account other where other.phone = ${phone})`

/** Reports whether the proof of a login still holds. */
export const isCurrent = (database: Database, proved: ProvedAccount) =>
  holds(
    database,
    sql`exists (
      select from account where id = ${proved.account_id} and generation = ${proved.generation} and state = 'active')`,
  )

export const setDisplayName = (database: Database, accountId: string, displayName: string) =>
  database.change`update account set display_name = ${displayName} where id = ${accountId}`

export const noteToured = (database: Database, accountId: string) =>
  database.change`update account set toured_at = coalesce(toured_at, now()) where id = ${accountId}`

/** A session as stored. `withDevice` adds the device. */
export const liveSession = session.schema.omit({ device: true }).extend({ user_agent: z.string() })

const ownSession = liveSession.extend({ family_id: z.string() })

export const liveSessions = (database: Database, accountId: string) =>
  database.rows(ownSession)`
  select ${selectList(ownSession, { session_id: 'id' })}
  from session
  where account_id = ${accountId} and ended_at is null and takes_over is null and expires_at > now()
    and last_seen_at > now() - interval '7 days'
  order by last_seen_at desc limit 100`

const terminal = z.object({ client_name: z.string(), user_agent: z.string() })

/** Returns the terminals that have logged in to the account in the last 90 days. */
export const terminalsOf = (database: Database, accountId: string) =>
  database.rows(terminal)`
  select distinct client_name, user_agent from session
  where account_id = ${accountId} and created_at > now() - interval '90 days' limit 200`

const family = z.object({ family_id: z.string() })

/** Returns the family of one of the account's own sessions. */
export const familyOf = (database: Database, accountId: string, sessionId: string) =>
  database.row(family)`select family_id from session where id = ${sessionId} and account_id = ${accountId}`

const isOwner = (accountId: string) =>
  sql`exists (select from employee where account_id = ${accountId} and role = 'owner')`

export const ownsCompany = (database: Database, accountId: string) => holds(database, isOwner(accountId))

/** Leaves a row without personal data, because others (audit, orders) still refer to it. Guarded against owners. */
export const eraseAccount = (database: Database, proved: ProvedAccount) =>
  database.change`
    update account set state = 'deleted', phone = 'deleted:' || id, password_hash = null, display_name = ${erasedName},
      promotion_code = null, agreement_version = null, agreed_at = null, last_login_at = null
    where id = ${proved.account_id} and generation = ${proved.generation} and state = 'active'
      and not ${isOwner(proved.account_id)}`
