import { Refusal } from '#server/core/refusal.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import {
  familyOf,
  isCurrent,
  liveSessions,
  lockUnused,
  noteToured,
  retireUnused,
  setDisplayName,
  setPasswordHash,
  setPhone,
} from './accounts.sql.ts'
import { isManager, profileOf, userInfoOf, userStatusOf } from './accounts.ts'
import { alertFormerPhone, alertHolder } from './alerts.ts'
import { requireUncommon } from './common-passwords.ts'
import { takingOver } from './events.ts'
import { hashPassword } from './passwords.ts'
import { handOut } from './refresh.sql.ts'
import { requirePassword } from './require-password.ts'
import { endFamily, endOtherFamilies, endSessions, newSid, noteProof } from './session.ts'
import { withDevice } from './user-agent.ts'
import { checkCode, sendCode, spendCode } from './verification-codes.ts'

export const profileCalls = {
  async checkManager({ system, account }) {
    return { is_company_manager: isManager(await profileOf(system, account.id)) ? 1 : 0 }
  },

  async refreshSession({ system, session }) {
    const sid = newSid()
    if (!(await handOut(system, { sessionId: session.id, familyId: session.familyId }, hashSecret(sid))))
      throw new Refusal(-41019)
    return { sid }
  },

  async wGetUserInfo({ system, account }) {
    const profile = await profileOf(system, account.id)
    return {
      user_info: userInfoOf(profile),
      user_status: userStatusOf(profile),
      registered_at: profile.registered_at,
      last_login_at: profile.last_login_at,
    }
  },

  async setDisplayName({ system, account }, { display_name }) {
    await setDisplayName(system, account.id, display_name)
    return { user_info: userInfoOf(await profileOf(system, account.id)) }
  },

  async endTour({ system, account }) {
    await noteToured(system, account.id)
  },

  async changePassword(context, { old_password, password, password2 }) {
    const { services, account, session } = context
    if (password !== password2) throw new Refusal(-41010)
    await requireUncommon(services.config, password, account.phone)
    const proved = await requirePassword(context, old_password)
    const passwordHash = await hashPassword(password)
    return context.once(async ({ system }) => {
      if (!(await setPasswordHash(system, proved, passwordHash))) throw new Refusal(-41016)
      await endSessions(system, account.id, 'password', session)
      await alertHolder(system, services, account.id, 'password')
    })
  },

  async sendPhoneChangeCode(context, { phone, proof }) {
    // A signed-in user counts as a stranger to the phone that the account is to get.
    await sendCode(context, { purpose: 'changephone', phone, proof, isKnown: false, deliver: true })
  },

  async changePhone(context, { phone, captcha, password }) {
    const { services, account, session } = context
    const proved = await requirePassword(context, password)
    const checked = await checkCode(context, 'changephone', phone, captcha)
    return context.once(async ({ system }) => {
      await spendCode(system, checked)
      const unused = await lockUnused(system, account.id, phone)
      if (unused) {
        await takingOver.publish(system, { fromId: unused.account_id, toId: account.id })
        await retireUnused(system, unused.account_id)
      }
      if (!(await setPhone(system, proved, phone)))
        throw new Refusal((await isCurrent(system, proved)) ? -41013 : -41016)
      await endSessions(system, account.id, 'phone', session)
      await alertHolder(system, services, account.id, 'phone')
      await alertFormerPhone(system, services, account.phone)
      return { phone }
    })
  },

  async getSessionList({ system, account, session }) {
    // For a short while a replaced sid is valid beside its successor, which is the one listed.
    const list = (await liveSessions(system, account.id)).map(({ family_id, ...live }) => ({
      ...withDevice(live),
      current: family_id === session.familyId,
    }))
    return { list, total: list.length }
  },

  async endSession({ system, account }, { session_id }) {
    const found = await familyOf(system, account.id, session_id)
    return { ended: found !== undefined && (await endFamily(system, found.family_id, 'signed_out')) > 0 }
  },

  async endOtherSessions({ system, account, session }) {
    await endOtherFamilies(system, account.id, session.familyId)
  },

  async reauthenticate(context, { password }) {
    const proved = await requirePassword(context, password)
    return context.once(async ({ system, session }) => {
      if (!(await noteProof(system, session.familyId, proved))) throw new Refusal(-41016)
    })
  },

  async signOut({ system, session }) {
    await endFamily(system, session.familyId, 'signed_out')
  },
} satisfies SomeHandlers
