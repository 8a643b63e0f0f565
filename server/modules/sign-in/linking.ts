import { paths } from '#contract/paths.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import { renotify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { alertHolder } from '#server/modules/accounts/alerts.ts'
import type { Login, LoginMethod } from '#server/modules/accounts/events.ts'
import { findDemand } from './sign-in.sql.ts'
import { insertLink, spendTicket } from './ways.sql.ts'
import { companyNamedBy } from './ways.ts'

type Needed = Pick<Services, 'config' | 'jobs'>

/**
 * Links the person whom the provider has vouched for to the account that has just shown its own proof. The provider's claims, a
 * name, a mail or a phone, never do this by themselves.
 */
export async function linkByTicket(
  transaction: Database,
  services: Needed,
  accountId: string,
  ticket: string,
): Promise<void> {
  const companyId = companyNamedBy(ticket)
  const spent = companyId && (await spendTicket(transaction, companyId, hashSecret(ticket)))
  if (!companyId || !spent) throw new Refusal(-59114)
  const linked = orRefuse(await insertLink(transaction, { companyId, accountId, ...spent }), -59115)
  const { employee_id: id, name } = linked
  const entry = { action: 'sign_in.linked' as const, id, name, detail: spent.shown }
  await loggedAs(name, () => asCompany(transaction, companyId, company => recordActivity(company, companyId, [entry])))
  await alertHolder(transaction, services, accountId, 'sign_in_linked')
}

const methodNames: Record<LoginMethod, string> = { password: '密码', code: '密码与短信验证码', passkey: '通行密钥' }

/**
 * Makes people use their company's provider, unless it has just vouched for them. Managers keep a way in for when it is down; the
 * code shows more than the password, which may be the one that was to be retired. Returns the demand from which a manager is
 * exempt.
 */
async function excepted(transaction: Database, { accountId, method, ticket }: Login) {
  const demand = ticket === undefined ? await findDemand(transaction, accountId) : undefined
  if (demand?.role === 'employee') throw new Refusal(-59116)
  if (demand && method === 'password') throw new Refusal(-59117)
  return demand
}

export async function judgeLogin(transaction: Database, login: Login): Promise<void> {
  await excepted(transaction, login)
}

/** Links the person whom the provider has vouched for, or notifies all managers that one of them came by another way. */
export async function noteLogin(transaction: Database, login: Login): Promise<void> {
  const { services, accountId, method, ticket } = login
  if (ticket !== undefined) return linkByTicket(transaction, services, accountId, ticket)
  const demand = await excepted(transaction, login)
  if (!demand) return
  const { company_id: companyId, employee_id, name } = demand
  const detail = methodNames[method]
  const entry = { action: 'sign_in.bypassed' as const, id: employee_id, name, detail }
  await loggedAs(name, () => asCompany(transaction, companyId, company => recordActivity(company, companyId, [entry])))
  await renotify(transaction, services, {
    to: { managersOfCompany: companyId },
    kind: 'sign_in_bypassed',
    subject: `bypassed:${employee_id}`,
    title: '有管理员未经企业登录',
    text: `${name} 以${detail}登录。身份提供方正常时请向本人核实；不是本人的请让其立即修改密码。`,
    link: paths.activity,
  })
}
