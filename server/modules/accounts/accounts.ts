import type { OutputOf } from '#contract/index.ts'
import { maskPhone } from '#contract/rules.ts'
import { deriveKey } from '#server/core/keyring.ts'
import { Refusal } from '#server/core/refusal.ts'
import { hmac } from '#server/core/seal.ts'
import type { Database } from '#server/database/database.ts'
import type { Prepared, PublicContext } from '#server/engines/context.ts'
import { agreementInForce } from '#server/modules/terms/terms.ts'
import { claimInvitedAccount, findProfile, insertAccount, type Profile } from './accounts.sql.ts'
import { requireUncommon } from './common-passwords.ts'
import { recordConsent } from './consents.sql.ts'
import { rememberDevice } from './device-tokens.ts'
import { registering } from './events.ts'
import { hashPassword } from './passwords.ts'
import { type Opened as OpenedSession, openSession, type ProvedAccount } from './session.ts'
import { checkCode, spendCode } from './verification-codes.ts'

type Opened = OutputOf<'wLogin'>

export async function profileOf(database: Database, accountId: string): Promise<Profile> {
  const profile = await findProfile(database, accountId)
  // The session was just found; the account can only have been erased since.
  if (!profile) throw new Refusal(-41016)
  return profile
}

export function userInfoOf(profile: Profile): Opened['user_info'] {
  const { account_id, phone, display_name, company_name, company_remain_days, service_ends_at, duty, toured } = profile
  const { duty_departments, frozen_reason } = profile
  const manager = isManager(profile)
  return {
    account_id,
    phone,
    display_name,
    is_company_manager: manager ? 1 : 0,
    duty: manager ? duty : null,
    duty_departments: manager ? duty_departments : null,
    company_name,
    frozen_reason: hasConsole(profile) ? frozen_reason : null,
    company_remain_days: manager ? company_remain_days : null,
    service_ends_at,
    toured,
  }
}

const hasConsole = ({ role, duty }: Pick<Profile, 'role' | 'duty'>) =>
  role === 'owner' || role === 'manager' || duty !== null

/** Reports whether the console is open to a person. */
export const isManager = (profile: Pick<Profile, 'role' | 'duty' | 'company_state'>) =>
  hasConsole(profile) && profile.company_state !== 'frozen'

/** Employees of a verified company are covered by its verification and need none of their own. */
export function userStatusOf({
  role,
  verification_state,
}: Pick<Profile, 'role' | 'verification_state'>): Opened['user_status'] {
  if (role || verification_state === 'approved') return 1
  return verification_state ? -2 : -1
}

/** Describes the holder of the opened session, which is the answer of login and both registrations. */
export async function openedAccount(
  context: PublicContext,
  database: Database,
  { sid, unjudged }: OpenedSession,
  proved: ProvedAccount,
): Promise<Opened> {
  const profile = await profileOf(database, proved.account_id)
  rememberDevice(context, `account:${proved.account_id}`, !unjudged)
  return {
    sid,
    user_info: userInfoOf(profile),
    user_status: userStatusOf(profile),
    signature: chatSignature(context, proved.account_id),
  }
}

/** Opens the first session of a user who has just set a password and manages no company yet. */
export async function openAccount(context: PublicContext, database: Database, proved: ProvedAccount): Promise<Opened> {
  const opened = await openSession(database, proved, context.caller, { known: true })
  if (!opened) throw new Error('a known terminal is never held')
  return openedAccount(context, database, opened, proved)
}

/**
 * Returns `account.expiry.hmac`, which is valid for ten minutes: the chat's own server checks it with CHAT_SECRET. The
 * signature is empty while there is no chat.
 */
function chatSignature({ services }: PublicContext, accountId: string): string {
  const { chatSecret } = services.config
  if (!chatSecret) return ''
  const claim = `${accountId}.${Math.floor(Date.now() / 1000) + 600}`
  return `${claim}.${hmac(deriveKey(chatSecret, 'chat'), claim).toString('base64url')}`
}

interface Registration {
  phone: string
  password: string
  captcha: string
  invite_code: string | undefined
}

/**
 * Makes an account for the holder of the code, in one transaction with the use of the promotion code and whatever
 * `also` adds. Only the holder learns that the phone is registered (-41008).
 */
export async function registerAccount(
  context: PublicContext & Prepared<PublicContext>,
  { phone, password, captcha, invite_code }: Registration,
  also?: (transaction: Database, accountId: string) => Promise<void>,
): Promise<Opened> {
  const { services } = context
  await requireUncommon(services.config, password, phone)
  const checked = await checkCode(context, 'register', phone, captcha)
  const passwordHash = await hashPassword(password)
  return context.once(async within => {
    const transaction = within.system
    await spendCode(transaction, checked)
    // This comes first, because the account's row refers to the code; an unknown code is -43001 rather than a broken reference.
    if (invite_code) await registering.publish(transaction, { promotionCode: invite_code })
    const registration = {
      phone,
      passwordHash,
      agreementVersion: await agreementInForce(transaction, services.config),
      promotionCode: invite_code,
    }
    const account =
      (await insertAccount(transaction, { ...registration, displayName: maskPhone(phone) })) ??
      // The person was invited but registers instead of opening the link: the code proves the phone as the link does. The
      // invitation stays open on the person's own page.
      (await claimInvitedAccount(transaction, registration))
    if (!account) throw new Refusal(-41008)
    await recordConsent(
      transaction,
      account.account_id,
      'terms',
      registration.agreementVersion,
      context.caller.requestId,
    )
    await also?.(transaction, account.account_id)
    return openAccount(within, transaction, account)
  })
}
