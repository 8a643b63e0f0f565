import { domainEvent } from '#server/engines/events.ts'

/** Published when a company was verified, and exists from then on. */
export const companyVerified = domainEvent<{ companyId: string }>()
