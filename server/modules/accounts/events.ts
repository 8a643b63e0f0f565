import { domainEvent } from '#server/engines/events.ts'
import type { Services } from '#server/engines/services.ts'

/**
 * It is published when an account is about to be made, with the promotion code that its holder was given. A subscriber
 * refuses a code that is unusable.
 */
export const registering = domainEvent<{ promotionCode: string }>()

/** The proof of the holder: a password alone, one with a code to the phone, or a passkey. */
export type LoginMethod = 'password' | 'code' | 'passkey'

/**
 * It is published when a password or a passkey has proved whose account it is, before the session is opened. A subscriber
 * refuses what the holder's company does not allow. `ticket` says whom the company's identity provider has just let in.
 */
export const loggingIn = domainEvent<{
  services: Pick<Services, 'config' | 'jobs'>
  accountId: string
  method: LoginMethod
  ticket: string | undefined
}>()
