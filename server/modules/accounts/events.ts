import { domainEvent } from '#server/engines/events.ts'
import type { Services } from '#server/engines/services.ts'

/**
 * It is published when an account is about to be made, with the promotion code that its holder was given. A subscriber
 * refuses a code that is unusable.
 */
export const registering = domainEvent<{ promotionCode: string }>()

/**
 * It is published when the holder of one account has shown that the phone of another is theirs, which an invitation has made and
 * nobody ever used. What waits there is theirs from now on.
 */
export const takingOver = domainEvent<{ fromId: string; toId: string }>()

/** The proof of the holder: a password alone, one with a code to the phone, or a passkey. */
export type LoginMethod = 'password' | 'code' | 'passkey'

/** `ticket` says whom the company's identity provider has just let in. */
export interface Login {
  /** Names the key of the client that has proved it; a browser has none. */
  deviceKey?: string | undefined
  ip: string
  services: Pick<Services, 'config' | 'jobs'>
  accountId: string
  method: LoginMethod
  ticket?: string | undefined
}

/**
 * It is published when a password or a passkey has proved whose account it is, before the session is opened. A subscriber
 * refuses what the holder's company does not allow, and writes nothing: the login may still be held for another manager's approval.
 */
export const loggingIn = domainEvent<Login>()

/** It is published when the session of such a login is there. What a subscriber refuses takes the session back. */
export const loggedIn = domainEvent<Login>()
