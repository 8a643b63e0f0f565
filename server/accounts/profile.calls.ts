import { waitingSubject } from '../devices/devices.ts'
import { leaveCompany } from '../employees/leaving.ts'
import type { AccountContext, HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { endSessions, hashSid, newSid, refreshGrace } from '../http/session.ts'
import {
  credentialsOf,
  endOwnSession,
  eraseAccount,
  liveSessions,
  replaceSession,
  setDisplayName,
  setPasswordHash,
  setPhone,
} from './accounts.sql.ts'
import { isManager, profileOf, userInfoOf, userStatusOf } from './accounts.ts'
import { requireUncommon } from './common-passwords.ts'
import { eraseFromDisputes, eraseFromLogs, eraseManagersNotices, eraseNotices, traceOf } from './erasing.sql.ts'
import { exportOf } from './export.sql.ts'
import { eraseVerifications } from './identity.sql.ts'
import { hashing, hashPassword, verifyPassword } from './passwords.ts'
import { forgetFailures, refuseAttempt, requireAttempt } from './throttle.ts'
import { deviceName } from './user-agent.ts'
import { checkCode, sendCode, spendCode } from './verification-codes.ts'

/** A session in someone else's hands must not guess the password any faster than a stranger. */
async function requirePassword({ system, account, caller }: AccountContext, given: string): Promise<void> {
  const throttled = { account: account.phone, ip: caller.ip }
  await hashing(async () => {
    await requireAttempt(system, throttled)
    const credentials = await credentialsOf(system, account.id)
    if (!(await verifyPassword(credentials?.password_hash, given))) await refuseAttempt(system, throttled, -41012)
  })
  await forgetFailures(system, account.phone)
}

export const profileCalls: HandlersFor<
  | 'checkManager'
  | 'refreshSession'
  | 'wGetUserInfo'
  | 'setDisplayName'
  | 'changePassword'
  | 'sendPhoneChangeCode'
  | 'changePhone'
  | 'getSessionList'
  | 'endSession'
  | 'signOut'
  | 'exportAccount'
  | 'deleteAccount'
> = {
  async checkManager({ system, account }) {
    return { is_company_manager: isManager(await profileOf(system, account.id)) ? 1 : 0 }
  },

  async refreshSession({ system, session }) {
    const sid = newSid()
    if (!(await replaceSession(system, session.id, hashSid(sid), refreshGrace))) throw new Refusal(-41019)
    return { sid }
  },

  async wGetUserInfo({ system, account }) {
    const profile = await profileOf(system, account.id)
    return {
      user_info: userInfoOf(profile),
      user_status: userStatusOf(profile),
      registered_at: profile.created_at.toISOString(),
      last_login_at: profile.last_login_at?.toISOString() ?? null,
    }
  },

  async setDisplayName({ system, account }, { display_name }) {
    await setDisplayName(system, account.id, display_name)
    return { user_info: userInfoOf(await profileOf(system, account.id)) }
  },

  async changePassword(context, { old_password, password, password2 }) {
    const { system, services, account, session } = context
    if (password !== password2) throw new Refusal(-41010)
    await requireUncommon(services.config, password, account.phone)
    await requirePassword(context, old_password)
    const passwordHash = await hashPassword(password)
    await system.transaction(async transaction => {
      await setPasswordHash(transaction, account.id, passwordHash)
      await endSessions(transaction, account.id, 'password', session.id)
    })
    return {}
  },

  async sendPhoneChangeCode(context, { phone, proof }) {
    await sendCode(context, { purpose: 'changephone', phone, proof, deliver: true })
    return {}
  },

  async changePhone(context, { phone, captcha, password }) {
    const { system, account, session } = context
    await requirePassword(context, password)
    const checked = await checkCode(context, 'changephone', phone, captcha)
    await system.transaction(async transaction => {
      await spendCode(transaction, checked)
      if (!(await setPhone(transaction, account.id, phone))) throw new Refusal(-41013)
      await endSessions(transaction, account.id, 'phone', session.id)
    })
    return { phone }
  },

  async getSessionList({ system, account, session }) {
    const list = (await liveSessions(system, account.id)).map(live => ({
      session_id: live.id,
      client_name: live.client_name,
      client_version: live.client_version,
      ip: live.ip,
      device: deviceName(live.user_agent),
      created_at: live.created_at.toISOString(),
      last_seen_at: live.last_seen_at.toISOString(),
      current: live.id === session.id,
    }))
    return { list, total: list.length }
  },

  async endSession({ system, account }, { session_id }) {
    return { ended: (await endOwnSession(system, account.id, session_id)) > 0 }
  },

  async signOut({ system, account, session }) {
    await endOwnSession(system, account.id, session.id)
    return {}
  },

  async exportAccount({ system, account }) {
    return { exported_at: new Date().toISOString(), account: await exportOf(system, account.id) }
  },

  async deleteAccount(context, { password }) {
    const { system, account } = context
    await requirePassword(context, password)
    await system.transaction(async transaction => {
      if (!(await eraseAccount(transaction, account.id))) throw new Refusal(-41018)
      const trace = await traceOf(transaction, account.id)
      await leaveCompany(transaction, account.id)
      await eraseVerifications(transaction, account.id)
      await eraseNotices(transaction, account.id)
      if (trace) {
        await eraseManagersNotices(transaction, trace.company_id, trace.device_ids.map(waitingSubject))
        await eraseFromLogs(transaction, trace)
        await eraseFromDisputes(transaction, trace)
      }
      await endSessions(transaction, account.id, 'deleted')
    })
    return {}
  },
}
