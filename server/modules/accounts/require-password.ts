import type { AccountContext } from '#server/engines/context.ts'
import { credentialsOf } from './accounts.sql.ts'
import { hashing, verifyPassword } from './passwords.ts'
import { forgetFailures, knownAttempt, refuseAttempt, requireAttempt } from './throttle.ts'

/**
 * A session in someone else's hands must not guess the password any faster than a stranger. It counts by itself, because
 * its owner must be able to change the password while strangers try to guess it.
 */
export async function requirePassword(
  { services, system, account, session }: AccountContext,
  password: string,
): Promise<void> {
  const attempt = knownAttempt(`account:${account.id}`, `session:${session.familyId}`)
  await hashing(async () => {
    await requireAttempt(services.counting, attempt)
    const credentials = await credentialsOf(system, account.id)
    if (!(await verifyPassword(credentials?.password_hash, password)))
      await refuseAttempt(services.counting, attempt, -41012)
  })
  await forgetFailures(services.counting, attempt)
}
