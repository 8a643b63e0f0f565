import type { OutputOf } from '#contract/index.ts'
import { maskPhone } from '#contract/rules.ts'
import { usePromotionCode } from '../channels/channels.ts'
import { deriveKey } from '../config.ts'
import type { Database } from '../database/database.ts'
import { joinInvited } from '../employees/joining.ts'
import type { PublicContext } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { openSession } from '../http/session.ts'
import { hmac } from '../security/seal.ts'
import { agreementInForce } from '../terms/terms.ts'
import { claimInvitedAccount, findProfile, insertAccount, type Profile } from './accounts.sql.ts'
import { requireUncommon } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { checkCode, spendCode } from './verification-codes.ts'

type Opened = OutputOf<'wLogin'>

export async function profileOf(database: Database, accountId: string): Promise<Profile> {
  const profile = await findProfile(database, accountId)
  // The session was found a moment ago; the account can only have been erased since.
  if (!profile) throw new Refusal(-41016)
  return profile
}

export const userInfoOf = (profile: Profile): Opened['user_info'] => ({
  account_id: profile.id,
  phone: profile.phone,
  display_name: profile.display_name,
  is_company_manager: isManager(profile) ? 1 : 0,
  company_name: profile.company_name,
  company_remain_days: isManager(profile) ? profile.service_balance : null,
  service_ends_at: profile.service_ends_at?.toISOString() ?? null,
})

export const isManager = ({ role, company_state }: Pick<Profile, 'role' | 'company_state'>) =>
  (role === 'owner' || role === 'manager') && company_state !== 'frozen'

/** Who works in a verified company stands behind its verification and needs none of their own. */
export function userStatusOf({
  role,
  verification_state,
}: Pick<Profile, 'role' | 'verification_state'>): Opened['user_status'] {
  if (role || verification_state === 'approved') return 1
  return verification_state ? -2 : -1
}

/** Opens a session and says who it belongs to: what login and both registrations answer. */
export async function openAccount(context: PublicContext, database: Database, accountId: string): Promise<Opened> {
  const profile = await profileOf(database, accountId)
  return {
    sid: await openSession(database, accountId, context.caller),
    user_info: userInfoOf(profile),
    user_status: userStatusOf(profile),
    signature: chatSignature(context, accountId),
  }
}

/** `account.expiry.hmac`, good for ten minutes: the chat's own server checks it with CHAT_SECRET. Empty while there is no chat. */
function chatSignature({ services }: PublicContext, accountId: string): string {
  const { chatSecret } = services.config
  if (!chatSecret) return ''
  const claim = `${accountId}.${Math.floor(Date.now() / 1000) + 600}`
  return `${claim}.${hmac(deriveKey({ secretKey: chatSecret }, 'chat'), claim).toString('base64url')}`
}

/** Gives an invited account its password and makes its holder an active employee; undefined for any other account. */
export async function claimInvited(
  transaction: Database,
  given: { phone: string; passwordHash: string; agreementVersion: string; promotionCode?: string | undefined },
): Promise<{ id: string } | undefined> {
  const account = await claimInvitedAccount(transaction, given)
  if (account) await joinInvited(transaction, account.id)
  return account
}

interface Registration {
  phone: string
  password: string
  captcha: string
  invite_code: string | undefined
}

/**
 * Makes an account for who holds the code, in one transaction with the use of the promotion code and whatever `also` adds.
 * Only the holder learns that the phone is registered (-41008).
 */
export async function registerAccount(
  context: PublicContext,
  { phone, password, captcha, invite_code }: Registration,
  also?: (transaction: Database, accountId: string) => Promise<void>,
): Promise<Opened> {
  const { services, system } = context
  await requireUncommon(services.config, password, phone)
  const checked = await checkCode(context, 'register', phone, captcha)
  const passwordHash = await hashPassword(password)
  return system.transaction(async transaction => {
    await spendCode(transaction, checked)
    // First: the account's row refers to the code, and an unknown one is -43001 rather than a broken reference.
    if (invite_code) await usePromotionCode(transaction, invite_code)
    const given = {
      phone,
      passwordHash,
      agreementVersion: await agreementInForce(transaction, services.config),
      promotionCode: invite_code,
    }
    const account =
      (await insertAccount(transaction, { ...given, displayName: maskPhone(phone) })) ??
      // Invited, and registering instead of opening the link: the code proves the phone as the link does.
      (await claimInvited(transaction, given))
    if (!account) throw new Refusal(-41008)
    await also?.(transaction, account.id)
    return openAccount(context, transaction, account.id)
  })
}
