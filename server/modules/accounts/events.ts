import { domainEvent } from '#server/engines/events.ts'
import type { Services } from '#server/engines/services.ts'

/**
 * Published when an account is about to be created, with the promotion code that its holder has entered. A subscriber refuses an
 * unusable code.
 */
export const registering = domainEvent<{ promotionCode: string }>()

/**
 * Published when the holder of one account has proved ownership of the phone of another, which an invitation has created and nobody
 * ever used. Everything that waits there is the holder's from then on.
 */
export const takingOver = domainEvent<{ fromId: string; toId: string }>()

/** The proof of the holder: a password alone, one with a code to the phone, or a passkey. */
export type LoginMethod = 'password' | 'code' | 'passkey'

/** `ticket` names the person whom the company's identity provider has just vouched for. */
export interface Login {
  /** The client's key that was proved; a browser has none. */
  deviceKey?: string | undefined
  ip: string
  services: Pick<Services, 'config' | 'jobs'>
  accountId: string
  method: LoginMethod
  ticket?: string | undefined
}

/**
 * Published when a password or a passkey has proved the holder, before the session is opened. A subscriber refuses what the
 * holder's company does not allow, and writes nothing: the login may still be held for another manager's approval.
 */
export const loggingIn = domainEvent<Login>()

/** Published when the session of the login has been opened. A subscriber's refusal rolls the session back. */
export const loggedIn = domainEvent<Login>()
