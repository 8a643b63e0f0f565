import { randomBytes } from 'node:crypto'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'

/** Seconds that a user has for the browser's dialog and the authenticator. */
export const challengeSeconds = 120

/** The purpose and the holder that a challenge is restricted to. */
export interface ChallengeUse {
  purpose: 'login' | 'register' | 'proof'
  /** For a login, the kind of its holder; otherwise the login that requests it. */
  subject: 'account' | 'operator' | `account:${string}:${string}` | `operator:${string}:${string}`
}

export async function newPasskeyChallenge(database: Database, { purpose, subject }: ChallengeUse): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await database.change`
    insert into passkey_challenge (challenge, purpose, subject, expires_at)
    values (${challenge}, ${purpose}, ${subject}, now() + make_interval(secs => ${challengeSeconds}))`
  return challenge
}

/**
 * Uses up the challenge that the browser claims to have signed, and returns it so that the signature can be checked. Throws -41031
 * unless it is ours, for this use, in time and unused. `counting` keeps the use even though the request is refused.
 */
export async function spendPasskeyChallenge(
  counting: Database,
  { purpose, subject }: ChallengeUse,
  clientDataJSON: string,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  const spent = await counting.change`
    delete from passkey_challenge
    where challenge = ${challenge} and purpose = ${purpose} and subject = ${subject} and expires_at > now()`
  if (!spent) throw new Refusal(-41031)
  return challenge
}

/** A text that can't be read is no challenge of ours. */
function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : ''
  } catch {
    return ''
  }
}
