import { paths } from '#contract/paths.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import type { PublicContext } from '#server/engines/context.ts'
import { KeptRefusal } from '#server/engines/kept-refusal.ts'
import { renotify } from '#server/engines/notices/notices.ts'
import { knownDevice, rememberDevice, wasLoggedIn } from '../device-tokens.ts'
import { type Opened, openSession, type ProvedAccount, type Terminal } from '../session.ts'
import type { Holder } from '../throttle.ts'
import { deviceName } from '../user-agent.ts'
import { companyThatHolds, holdLogin, requestsOf, useApproval } from './held-logins.sql.ts'

/** The most open requests of one manager: a thief of the password must not flood the other managers' bells. */
const maxOpen = 5

/** The subject by which the notices about a manager's held logins are found. */
export const heldSubject = (employeeId: string) => `login:${employeeId}`

/**
 * Opens the session of a login, or holds the login for another manager's approval. It runs in one transaction, so that the decision
 * still holds when the session exists.
 */
export async function enter(
  context: PublicContext,
  transaction: Database,
  proved: ProvedAccount,
  { deviceKey, openedBy, unjudged }: Omit<Terminal, 'known'>,
): Promise<Opened | KeptRefusal> {
  const holder: Holder = `account:${proved.account_id}`
  const open = (known: boolean) =>
    openSession(transaction, proved, context.caller, { deviceKey, openedBy, unjudged, known })
  const opened = await open(wasLoggedIn(context, holder))
  if (opened) return opened
  const company = await companyThatHolds(transaction, proved.account_id)
  // The rule was switched off, or the last colleague left, since the previous statement.
  if (!company) return mustOpen(open)
  const of = { companyId: company.company_id, accountId: proved.account_id, generation: proved.generation }
  const terminal = terminalOf(context, holder, deviceKey)
  if (terminal && (await useApproval(transaction, { ...of, terminal }))) return mustOpen(open)
  const login = { ...of, terminal: terminal ?? `device:${rememberDevice(context, holder, false)}` }
  const requests = await requestsOf(transaction, login)
  if (requests?.own === 'rejected') return new KeptRefusal(-41041)
  if (!requests?.own && (requests?.open ?? 0) >= maxOpen) return new KeptRefusal(-41046)
  if (await holdLogin(transaction, login, context.caller)) await notifyManagers(context, transaction, company)
  return new KeptRefusal(-41040)
}

/** Returns the identity by which requests and approvals of this terminal are matched; undefined for a browser without any. */
function terminalOf(context: PublicContext, holder: Holder, deviceKey: string | undefined): string | undefined {
  if (deviceKey) return `key:${deviceKey}`
  const device = knownDevice(context, holder)
  return device && `device:${device}`
}

async function mustOpen(open: (known: boolean) => Promise<Opened | undefined>): Promise<Opened> {
  const opened = await open(true)
  if (!opened) throw new Error('a known terminal is never held')
  return opened
}

async function notifyManagers(
  { services, caller }: PublicContext,
  transaction: Database,
  { company_id, employee_id, name }: { company_id: string; employee_id: string; name: string },
): Promise<void> {
  const device = deviceName(caller.userAgent)
  const detail = `${device}，IP ${caller.ip}`
  const entry = { action: 'login.held' as const, id: employee_id, name, detail }
  await loggedAs(name, () =>
    asCompany(transaction, company_id, company => recordActivity(company, company_id, [entry])),
  )
  await renotify(transaction, services, {
    to: { managersOfCompany: company_id },
    kind: 'login_held',
    subject: heldSubject(employee_id),
    title: '有管理员的登录等待批准',
    text: `${name} 的账号在新的浏览器或客户端登录：${detail}。请向本人核实后批准；不是本人的请拒绝，并请其修改密码。`,
    link: `${paths.company}#terminals`,
  })
}
