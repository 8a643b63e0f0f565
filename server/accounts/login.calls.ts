import { joinInvited } from '../employees/joining.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { hitLimit } from '../http/limits.ts'
import { endSessions } from '../http/session.ts'
import { createProof } from '../security/proof-of-work.ts'
import { agreementInForce } from '../terms/terms.ts'
import { findCredentials, recordLogin, setPasswordHash } from './accounts.sql.ts'
import { openAccount, registerAccount } from './accounts.ts'
import { requireUncommon } from './common-passwords.ts'
import { hashing, hashPassword, verifyPassword } from './passwords.ts'
import { forgetFailures, refuseAttempt, requireAttempt } from './throttle.ts'
import { checkCode, sendCode, spendCode } from './verification-codes.ts'

/** Into an account: without a session, so everything here answers strangers. */
export const loginCalls: HandlersFor<
  'wLogin' | 'wRegister' | 'forgotPassword' | 'sendVerificationCode' | 'getProofChallenge'
> = {
  async wLogin(context, { username, password }) {
    const { system, services, caller } = context
    const throttled = { account: username, ip: caller.ip }
    // Asked again in the queue, right before hashing: of many tries at once only those being hashed can slip past the count.
    const found = await hashing(async () => {
      await requireAttempt(system, throttled)
      const credentials = await findCredentials(system, username)
      if (!(await verifyPassword(credentials?.password_hash, password)) || !credentials)
        return refuseAttempt(system, throttled, -41001)
      return credentials
    })
    // Told only to who knows the password.
    if (found.state !== 'active') throw new Refusal(-41009)
    await forgetFailures(system, username)
    await recordLogin(system, found.id, await agreementInForce(system, services.config))
    return openAccount(context, system, found.id)
  },

  wRegister: (context, { username, password, captcha, invite_code }) =>
    registerAccount(context, { phone: username, password, captcha, invite_code }),

  async forgotPassword(context, { username, password, password2, captcha }) {
    const { system, services } = context
    if (password !== password2) throw new Refusal(-41010)
    await requireUncommon(services.config, password, username)
    const checked = await checkCode(context, 'forgotpwd', username, captcha)
    const credentials = await findCredentials(system, username)
    if (credentials?.state !== 'active') throw new Refusal(-41005)
    const passwordHash = await hashPassword(password)
    await system.transaction(async transaction => {
      await spendCode(transaction, checked)
      await setPasswordHash(transaction, credentials.id, passwordHash)
      await endSessions(transaction, credentials.id, 'password')
      // Invited and never joined: the code has proved the phone.
      await joinInvited(transaction, credentials.id)
    })
    await forgetFailures(system, username)
    return {}
  },

  async sendVerificationCode(context, { account, email_type, proof }) {
    const known = await findCredentials(context.system, account)
    const deliver = email_type === 'register' || known?.state === 'active'
    await sendCode(context, { purpose: email_type, phone: account, proof, deliver })
    return {}
  },

  async getProofChallenge({ system, services, caller }) {
    await hitLimit(system, `proof:${caller.ip}`, { max: 60, seconds: 3600 })
    return { challenge: { ...(await createProof(services.config)) } }
  },
}
