import { fingerprint, isFingerprint } from '#server/core/keyring.ts'
import { Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import type { ManagerContext } from '#server/engines/context.ts'
import { queueSms } from '#server/engines/messages/queue.ts'
import { lifetime, newCode, triesAllowed } from '#server/modules/accounts/verification-codes.ts'
import { type Action, insertCaptcha, tryCaptcha, useCaptcha } from './admin-captcha.sql.ts'

/** The message's description of the act, with the number of its objects. */
const acts: Record<Action, (count: number) => string> = {
  audit: count => `审核 ${count} 台设备`,
  authorization: count => `变更 ${count} 台设备的授权`,
  company: count => `转让企业，或取消、移除管理员（涉及 ${count} 人）`,
}

/** Equal objects yield the same set, in any order. */
export const setOf = (ids: readonly string[]): string[] => [...new Set(ids)].sort()

const captchaFor = ({ account, membership }: ManagerContext, action: Action) => ({
  companyId: membership.companyId,
  accountId: account.id,
  action,
})

/** The login that the code belongs to, of one manager. */
type Login = { account: Pick<ManagerContext['account'], 'id'>; session: Pick<ManagerContext['session'], 'familyId'> }

/**
 * The hash itself is bound to everything that the code is for: it fits neither another set of devices or people nor another login
 * of the same manager, though the login may have a new sid.
 */
export const boundCode = ({ account, session }: Login, action: Action, ids: string[], code: string) =>
  `${action}:${account.id}:${session.familyId}:${setOf(ids).join()}:${code}`

/** Sends the acting manager a code for one action on exactly these devices or people, within the limits of a phone. */
export async function sendAdminCaptcha(context: ManagerContext, action: Action, ids: string[]): Promise<void> {
  const { services, system, membership, account, caller } = context
  const { companyId } = membership
  const code = newCode()
  const requestedIds = setOf(ids)
  const hash = fingerprint(services.config, 'admin-captcha', boundCode(context, action, requestedIds, code))
  const kept = { ids: requestedIds, hash, minutes: lifetime }
  const text = `【${services.config.brandName}】您正在${acts[action](requestedIds.length)}，验证码 ${code}，${lifetime}分钟内有效。请勿告诉他人。`
  await queueSms(
    services,
    system,
    {
      message: {
        phone: account.phone,
        template: 'code',
        purpose: action === 'company' ? 'company_act' : `device_${action}`,
        parameters: { code },
        text,
      },
      budget: { kind: 'manager_code', companyId, ip: caller.ip },
    },
    transaction =>
      asCompany(transaction, companyId, company => insertCaptcha(company, captchaFor(context, action), kept)),
  )
}

type Checked = { id: string } | 'planning'

/**
 * Throws -41005 unless the code was sent to this login of the manager for this action on these, and was not used. Each try is
 * counted before it is compared.
 */
export async function checkAdminCaptcha(
  context: ManagerContext,
  action: Action,
  ids: string[],
  code: string,
): Promise<Checked> {
  // A plan needs no code, because it is rolled back.
  if (context.planning) return 'planning'
  const tried = await tryCaptcha(context.services.counting, captchaFor(context, action), triesAllowed)
  const bound = boundCode(context, action, ids, code)
  if (!tried || !isFingerprint(context.services.config, 'admin-captcha', bound, tried.code_hash))
    throw new Refusal(-41005)
  return { id: tried.id }
}

/** Uses the code up in the transaction that it allows; a refused change leaves the code unused. */
export async function spendAdminCaptcha(transaction: Database, companyId: string, checked: Checked) {
  if (checked === 'planning') return
  if (!(await useCaptcha(transaction, companyId, checked.id))) throw new Refusal(-41005)
}

/**
 * Guards acts that take the company from a person: they need a fresh proof, and a code for these people. Throws -41022 or -41005;
 * without a code the page asks for it.
 */
export async function spendStepUp(
  context: ManagerContext,
  transaction: Database,
  employeeIds: string[],
  captcha: string | undefined,
): Promise<void> {
  if (context.planning) return
  requireFreshProof(context)
  if (!captcha) throw new Refusal(-41003, 'captcha', '请输入管理员验证码')
  const checked = await checkAdminCaptcha(context, 'company', employeeIds, captcha)
  await spendAdminCaptcha(transaction, context.membership.companyId, checked)
}

/** A plan needs no proof either. */
export function requireFreshProof({ session, planning }: Pick<ManagerContext, 'session' | 'planning'>): void {
  if (!planning && !session.proved) throw new Refusal(-41022)
}
