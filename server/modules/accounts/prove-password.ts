import type { PublicContext } from '#server/engines/context.ts'
import { hashing, verifyPassword } from './passwords.ts'
import { type Attempt, refuseAttempt, requireAttempt } from './throttle.ts'

interface Claim<Credentials> {
  /** Undefined where no account has the name: the answer is the same, and takes as long. */
  credentials: Credentials | undefined
  /** The attempt that a wrong password counts against. */
  attempt: Attempt
}

/**
 * Returns the holder of the password, and the attempt, whose failures the caller forgets once everything else is right as well. A
 * wrong password is counted and refused with `code`. The claim is looked up and checked in the queue, right before hashing: of many
 * concurrent attempts only those in hashing can slip past.
 */
export const provePassword = <Credentials extends { password_hash: string | null }>(
  { services: { counting }, caller }: Pick<PublicContext, 'services' | 'caller'>,
  password: string,
  code: -41001 | -41012,
  find: () => Promise<Claim<Credentials>>,
): Promise<{ credentials: Credentials; attempt: Attempt }> =>
  hashing(caller.ip, async () => {
    const { credentials, attempt } = await find()
    await requireAttempt(counting, attempt)
    if (!(await verifyPassword(credentials?.password_hash, password)) || !credentials)
      return refuseAttempt(counting, attempt, code)
    return { credentials, attempt }
  })
