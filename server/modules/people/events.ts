import type { Membership } from '#server/engines/context.ts'
import { domainEvent } from '#server/engines/events.ts'

/**
 * It is published when people are about to be taken out of their company, within the company's view of the transaction.
 * Subscribers return how many `devices` they removed.
 */
export const peopleLeaving = domainEvent<{
  companyId: string
  employeeIds: string[]
  actorName: string
  ip: string | null
}>()

/** It is published when a department is about to be deleted, within the company's view of the transaction. */
export const departmentDeleting = domainEvent<{ companyId: string; departmentId: string; actorName: string }>()

/** People were put on the list, who are to get what a template says. */
export const peopleAdded = domainEvent<{ membership: Membership; employeeIds: string[]; templateId: string }>()
