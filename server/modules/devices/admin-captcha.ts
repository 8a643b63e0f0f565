import { fingerprint, isFingerprint } from '#server/core/keyring.ts'
import { Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import type { ManagerContext } from '#server/engines/context.ts'
import { queueSms } from '#server/engines/messages/queue.ts'
import { lifetime, newCode, triesAllowed } from '#server/modules/accounts/verification-codes.ts'
import { type Action, insertCaptcha, tryCaptcha, useCaptcha } from './admin-captcha.sql.ts'
import { setOf } from './devices.ts'

const actionNames: Record<Action, string> = { audit: '审核', authorization: '变更授权' }

const captchaFor = ({ account, membership }: ManagerContext, action: Action) => ({
  companyId: membership.companyId,
  accountId: account.id,
  action,
})

/**
 * The hash itself is bound to all that the code is for: it fits neither another set of devices nor another login of the
 * same manager, though the login may have got a new sid.
 */
const boundCode = ({ account, session }: ManagerContext, action: Action, deviceIds: string[], code: string) =>
  `${action}:${account.id}:${session.familyId}:${setOf(deviceIds).join()}:${code}`

/** Sends the acting manager a code for one action on exactly these devices, within what a phone may be sent. */
export async function sendAdminCaptcha(context: ManagerContext, action: Action, deviceIds: string[]): Promise<void> {
  const { services, system, membership, account, caller } = context
  const { companyId } = membership
  const code = newCode()
  const wanted = setOf(deviceIds)
  const hash = fingerprint(services.config, 'admin-captcha', boundCode(context, action, wanted, code))
  const kept = { deviceIds: wanted, hash, minutes: lifetime }
  const text = `【${services.config.brandName}】您正在${actionNames[action]} ${wanted.length} 台设备，验证码 ${code}，${lifetime}分钟内有效。请勿告诉他人。`
  await queueSms(
    services,
    system,
    {
      message: { phone: account.phone, template: 'code', purpose: `device_${action}`, parameters: { code }, text },
      budget: { kind: 'manager_code', companyId, ip: caller.ip },
    },
    transaction =>
      asCompany(transaction, companyId, company => insertCaptcha(company, captchaFor(context, action), kept)),
  )
}

type Checked = { id: string } | 'planning'

/**
 * Throws -41005 unless the code was sent to this login of the manager for this action on these devices, and was not used. Each try
 * counts before it is compared.
 */
export async function checkAdminCaptcha(
  context: ManagerContext,
  action: Action,
  deviceIds: string[],
  code: string,
): Promise<Checked> {
  // A plan needs no code: it is never carried out.
  if (context.planning) return 'planning'
  const tried = await tryCaptcha(context.services.counting, captchaFor(context, action), triesAllowed)
  const bound = boundCode(context, action, deviceIds, code)
  if (!tried || !isFingerprint(context.services.config, 'admin-captcha', bound, tried.code_hash))
    throw new Refusal(-41005)
  return { id: tried.id }
}

/** Uses the code up in the transaction of what it allows; a change that is refused leaves the code unused. */
export async function spendAdminCaptcha(transaction: Database, companyId: string, checked: Checked) {
  if (checked === 'planning') return
  if (!(await useCaptcha(transaction, companyId, checked.id))) throw new Refusal(-41005)
}
