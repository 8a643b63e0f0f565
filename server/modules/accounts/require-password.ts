import type { AccountContext } from '#server/engines/context.ts'
import { credentialsOf } from './accounts.sql.ts'
import { hashing, verifyPassword } from './passwords.ts'
import type { ProvedAccount } from './session.ts'
import { forgetFailures, knownAttempt, refuseAttempt, requireAttempt } from './throttle.ts'

/**
 * A session in someone else's hands must not guess the password any faster than a stranger. It counts by itself, because
 * its owner must be able to change the password while strangers try to guess it. Returns in which generation of the
 * account it was the password.
 */
export async function requirePassword(
  { services, system, account, session }: AccountContext,
  password: string,
): Promise<ProvedAccount> {
  const attempt = knownAttempt(`account:${account.id}`, `session:${session.familyId}`)
  const proved = await hashing(async () => {
    await requireAttempt(services.counting, attempt)
    const credentials = await credentialsOf(system, account.id)
    if (!(await verifyPassword(credentials?.password_hash, password)) || !credentials)
      return refuseAttempt(services.counting, attempt, -41012)
    return credentials
  })
  await forgetFailures(services.counting, attempt)
  return proved
}
