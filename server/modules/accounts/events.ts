import { domainEvent } from '#server/engines/events.ts'

/**
 * It is published when an account is about to be made, with the promotion code that its holder was given. A subscriber
 * refuses a code that is unusable.
 */
export const registering = domainEvent<{ promotionCode: string }>()
