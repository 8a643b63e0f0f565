import { lifetime, newCode, takeAllowance, takeDayAllowance, triesAllowed } from '../accounts/verification-codes.ts'
import { deriveKey } from '../config.ts'
import { asCompany } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import type { ManagerContext } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { queueSms, smsIsDown } from '../integrations/sms/queue.ts'
import { hmac, sameBytes } from '../security/seal.ts'
import { insertCaptcha, tryCaptcha, useCaptcha } from './admin-captcha.sql.ts'
import { setOf } from './devices.ts'

export type Action = 'audit' | 'authorization'
const actionNames: Record<Action, string> = { audit: '审核', authorization: '变更授权' }

const asked = ({ account, membership }: ManagerContext, action: Action) => ({
  companyId: membership.companyId,
  accountId: account.id,
  action,
})

/** The hash itself is bound to all that the code is for: with another set of devices it is another code. */
function hashOf({ services, account }: ManagerContext, action: Action, deviceIds: string[], code: string): Buffer {
  const key = deriveKey(services.config, 'admin-captcha')
  return hmac(key, `${action}:${account.id}:${setOf(deviceIds).join()}:${code}`)
}

/** Sends the acting manager a code for one action on exactly these devices, within what a phone may be sent. */
export async function sendAdminCaptcha(context: ManagerContext, action: Action, deviceIds: string[]): Promise<void> {
  const { services, system, membership, account } = context
  if (await smsIsDown(system)) throw new Refusal(-41015)
  const code = newCode()
  const wanted = setOf(deviceIds)
  await system.transaction(async transaction => {
    await takeAllowance(transaction, account.phone)
    await takeDayAllowance(transaction, services.config)
    const kept = { deviceIds: wanted, hash: hashOf(context, action, wanted, code), minutes: lifetime }
    await asCompany(transaction, membership.companyId, company => insertCaptcha(company, asked(context, action), kept))
    const text = `【${services.config.brandName}】您正在${actionNames[action]} ${wanted.length} 台设备，验证码 ${code}，${lifetime}分钟内有效。请勿告诉他人。`
    await queueSms(services, transaction, {
      phone: account.phone,
      template: 'code',
      purpose: `device_${action}`,
      parameters: { code },
      text,
    })
  })
}

/** -41005 unless the code was sent to this manager for this action on these devices, and was not used. Each try counts first. */
export async function checkAdminCaptcha(
  context: ManagerContext,
  action: Action,
  deviceIds: string[],
  code: string,
): Promise<{ id: string }> {
  const tried = await tryCaptcha(context.company, asked(context, action), triesAllowed)
  if (!tried || !sameBytes(tried.code_hash, hashOf(context, action, deviceIds, code))) throw new Refusal(-41005)
  return { id: tried.id }
}

/** In the transaction of what it allows; a change that is refused leaves the code unused. */
export async function spendAdminCaptcha(transaction: Database, companyId: string, checked: { id: string }) {
  if (!(await useCaptcha(transaction, companyId, checked.id))) throw new Refusal(-41005)
}
