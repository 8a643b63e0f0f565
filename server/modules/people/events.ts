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

/** The people for whom a field is said already, by their own row or by the move, so that a template does not set it. */
export interface OwnWord {
  department: string[]
  days: string[]
  deviceLimit: string[]
}

/** A move of people that is made together with a template. */
export interface Moving {
  /** It counts, whatever the template says; null for none. */
  deptId: string | null
  /** Gets the activity by which the move and the template can be undone as a whole. */
  undoneBy: string[]
}

/** People were put on the list who are to get what a template says, or are to be moved with it; subscribers return how many were `moved`. */
export const peopleAdded = domainEvent<{
  membership: Membership
  employeeIds: string[]
  templateId: string
  own?: OwnWord
  moving?: Moving
}>()

/** People were put on the list who are to be in this group of lines. */
export const peopleGranted = domainEvent<{ membership: Membership; employeeIds: string[]; groupId: string }>()

/** The fields of a person that a directory may own. */
export type OwnableField = 'name' | 'job_number' | 'position' | 'department'

/**
 * It is published when somebody is about to change these fields of these people, within the company's view of the
 * transaction. A subscriber refuses what is not the company's people's to change.
 */
export const fieldsChanging = domainEvent<{
  companyId: string
  employeeIds: readonly string[]
  fields: readonly OwnableField[]
}>()

/** The same of a department's name and place, and of its end. */
export const departmentChanging = domainEvent<{ companyId: string; departmentId: string }>()
