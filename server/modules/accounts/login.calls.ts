import { Refusal } from '#server/core/refusal.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { KeptRefusal } from '#server/engines/kept-refusal.ts'
import { createCodeProof } from '#server/engines/messages/proof-price.ts'
import { findCredentials, setPasswordHash } from './accounts.sql.ts'
import { registerAccount } from './accounts.ts'
import { alertHolder } from './alerts.ts'
import { requireUncommon } from './common-passwords.ts'
import { completeLogin } from './complete-login.ts'
import { proveKey, spendChallenge } from './device-keys.ts'
import { attemptOf, knownDevice, rememberDevice } from './device-tokens.ts'
import { hashPassword } from './passwords.ts'
import { provePassword } from './prove-password.ts'
import { endSessions } from './session.ts'
import { forgetAllFailures, forgetFailures, type Holder } from './throttle.ts'
import { checkCode, sendCode, spendCode } from './verification-codes.ts'

/** These calls lead into an account and need no session, so every answer here may go to a stranger. */
export const loginCalls = {
  async wLogin(context, { username, password, captcha, ticket, device }) {
    const { system, services } = context
    const key = device && proveKey(services.config, username, device)
    const { credentials: found, attempt } = await provePassword(context, password, -41001, async () => {
      const foundCredentials = await findCredentials(system, username)
      return {
        credentials: foundCredentials,
        attempt: attemptOf(
          context,
          `account:${username}`,
          foundCredentials && `account:${foundCredentials.account_id}`,
        ),
      }
    })
    // Only the holder of the password may learn that the account is not active.
    if (found.state !== 'active') throw new Refusal(-41009)
    await forgetFailures(services.counting, attempt)
    const checked = captcha === undefined ? undefined : await checkCode(context, 'login', username, captcha)
    return context.once(async within => {
      const method = checked ? 'code' : 'password'
      const opened = await completeLogin(within, found, { deviceKey: key?.id, method, ticket })
      if (opened instanceof KeptRefusal) return opened
      // Only a successful login uses up the challenge and the code, so that nobody else can.
      if (key) await spendChallenge(within.system, key)
      if (checked) await spendCode(within.system, checked)
      return opened
    })
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
    return context.once(async within => {
      await spendCode(within.system, checked)
      if (!(await setPasswordHash(within.system, credentials, passwordHash))) throw new Refusal(-41005)
      await endSessions(within.system, credentials.account_id, 'password')
      await alertHolder(within.system, services, credentials.account_id, 'password')
      const holder: Holder = `account:${credentials.account_id}`
      await forgetAllFailures(services.counting, `account:${username}`, holder)
      // From here the holder of the phone can log in while strangers' attempts are held back.
      rememberDevice(within, holder, false)
    })
  },

  async sendVerificationCode(context, { account, email_type, proof }) {
    const foundCredentials = await findCredentials(context.system, account)
    const deliver = email_type === 'register' || foundCredentials?.state === 'active'
    const isKnown =
      foundCredentials !== undefined && knownDevice(context, `account:${foundCredentials.account_id}`) !== undefined
    await sendCode(context, { purpose: email_type, phone: account, proof, isKnown, deliver })
  },

  async getProofChallenge({ services, system, caller }) {
    return { challenge: { ...(await createCodeProof(services, system, caller.ip)) } }
  },
} satisfies SomeHandlers
