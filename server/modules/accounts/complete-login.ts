import { loginLimit } from '#contract/accounts.ts'
import type { OutputOf } from '#contract/index.ts'
import { Refusal } from '#server/core/refusal.ts'
import { secondsLeft, withinLimit } from '#server/database/limits.ts'
import type { PublicContext } from '#server/engines/context.ts'
import { KeptRefusal } from '#server/engines/kept-refusal.ts'
import { agreementInForce } from '#server/modules/terms/terms.ts'
import { recordLogin, terminalsOf } from './accounts.sql.ts'
import { openedAccount } from './accounts.ts'
import { alertNewTerminal } from './alerts.ts'
import { recordConsent } from './consents.sql.ts'
import { type LoginMethod, loggedIn, loggingIn } from './events.ts'
import { belongsUnjudged } from './membership.sql.ts'
import type { ProvedAccount } from './session.ts'
import { enter } from './terminals/held-logins.ts'
import { deviceName } from './user-agent.ts'

/** Alerts the holder to a login from a new terminal. The very first login is always the holder's own. */
async function alertIfNew(
  { system, services, caller }: PublicContext,
  accountId: string,
  terminals: Awaited<ReturnType<typeof terminalsOf>>,
): Promise<void> {
  const device = deviceName(caller.userAgent)
  const isKnown = terminals.some(
    each => each.client_name === caller.client.name && deviceName(each.user_agent) === device,
  )
  if (terminals.length && !isKnown) await alertNewTerminal(system, services, accountId, { device, ip: caller.ip })
}

/** The proof that the holder has shown, or the company whose identity provider has vouched for them. */
type Entry = { deviceKey?: string | undefined } & (
  | { method: LoginMethod; ticket?: string | undefined }
  | { openedBy: string }
)

/**
 * Logs in a user who has been proved to be the holder, by a password or a passkey: records the agreement, alerts the holder to a
 * new terminal, and opens a session in the generation that was proved. Where another manager has to approve the terminal first,
 * only that request is written. The context is that of a transaction.
 */
export async function completeLogin(
  context: PublicContext,
  proved: ProvedAccount,
  { deviceKey, ...way }: Entry,
): Promise<OutputOf<'wLogin'> | KeptRefusal> {
  const { system, services, caller } = context
  // This comes first: otherwise a person who is enabled in the meantime would escape the checks below.
  const unjudged = await belongsUnjudged(system, proved.account_id)
  const { account_id: accountId, generation } = proved
  // A new password begins a new count, so that whoever knew the former one cannot keep the holder out.
  if (!(await withinLimit(services.counting, `${loginLimit.name}:${accountId}:${generation}`, loginLimit)))
    throw new Refusal(429, null, '这个账号登录过于频繁，请稍后再试', secondsLeft(loginLimit.seconds))
  const login = 'method' in way ? { services, accountId, deviceKey, ip: caller.ip, ...way } : undefined
  if (login) await loggingIn.publish(system, login)
  const terminals = await terminalsOf(system, proved.account_id)
  const openedBy = 'openedBy' in way ? way.openedBy : undefined
  const entered = await enter(context, system, proved, { deviceKey, openedBy, unjudged })
  if (entered instanceof KeptRefusal) return entered
  if (login) await loggedIn.publish(system, login)
  const agreement = await agreementInForce(system, services.config)
  await recordLogin(system, proved.account_id, agreement)
  await recordConsent(system, proved.account_id, 'terms', agreement, caller.requestId)
  await alertIfNew(context, proved.account_id, terminals)
  return openedAccount(context, system, entered, proved)
}
