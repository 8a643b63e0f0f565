import type { OutputOf } from '#contract/index.ts'
import type { PublicContext } from '#server/engines/context.ts'
import { agreementInForce } from '#server/modules/terms/terms.ts'
import { recordLogin, terminalsOf } from './accounts.sql.ts'
import { openAccount } from './accounts.ts'
import { alertNewTerminal } from './alerts.ts'
import { recordConsent } from './consents.sql.ts'
import type { ProvedAccount } from './session.ts'
import { deviceName } from './user-agent.ts'

/** Tells the holder of a login from where there has been none. The first login of all is nobody else's. */
async function alertIfNew({ system, services, caller }: PublicContext, accountId: string): Promise<void> {
  const known = await terminalsOf(system, accountId)
  const device = deviceName(caller.userAgent)
  const isKnown = known.some(each => each.client_name === caller.client.name && deviceName(each.user_agent) === device)
  if (known.length && !isKnown) await alertNewTerminal(system, services, accountId, { device, ip: caller.ip })
}

/**
 * Lets in whoever has proved to be the holder, by a password or a passkey: the agreement is recorded, the holder told of
 * a new terminal, and a session opened in the generation that was proved.
 */
export async function completeLogin(
  context: PublicContext,
  proved: ProvedAccount,
  deviceKey?: string,
): Promise<OutputOf<'wLogin'>> {
  const { system, services, caller } = context
  const agreement = await agreementInForce(system, services.config)
  await recordLogin(system, proved.account_id, agreement)
  await recordConsent(system, proved.account_id, 'terms', agreement, caller.requestId)
  await alertIfNew(context, proved.account_id)
  return openAccount(context, system, proved, deviceKey)
}
