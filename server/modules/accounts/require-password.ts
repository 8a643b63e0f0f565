import type { AccountContext } from '#server/engines/context.ts'
import { credentialsOf } from './accounts.sql.ts'
import { provePassword } from './prove-password.ts'
import type { ProvedAccount } from './session.ts'
import { forgetFailures, trustedAttempt } from './throttle.ts'

/**
 * A session in the wrong hands must not guess the password any faster than a stranger. It has its own counter, because its owner
 * must be able to change the password while strangers try to guess it. Returns the generation of the account in which the password
 * was right.
 */
export async function requirePassword(context: AccountContext, password: string): Promise<ProvedAccount> {
  const { services, system, account, session } = context
  const { credentials, attempt } = await provePassword(context, password, -41012, async () => ({
    credentials: await credentialsOf(system, account.id),
    attempt: trustedAttempt(`account:${account.id}`, `session:${session.familyId}`),
  }))
  await forgetFailures(services.counting, attempt)
  return credentials
}
