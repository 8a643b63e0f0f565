import { domainEvent } from '#server/engines/events.ts'

/**
 * Published when people are about to be removed from their company, within the company's view of the transaction. Subscribers
 * return how many `devices` they removed.
 */
export const peopleLeaving = domainEvent<{
  companyId: string
  employeeIds: string[]
  ip: string | null
}>()

/** Published when a department is about to be deleted, within the company's view of the transaction. */
export const departmentDeleting = domainEvent<{ companyId: string; departmentId: string }>()

/** The people for whom a field is set already, by their own row or by the move, so that a template does not set it. */
export interface RowOverrides {
  department: string[]
  days: string[]
  deviceLimit: string[]
}

/** A move of people that is made together with a template. */
export interface Moving {
  /** It takes precedence over the template; null for no department. */
  deptId: string | null
  /** Receives the activity by which the move and the template can be undone as a whole. */
  undoActivityIds: string[]
}

/** Published when listed people are to get a template's assignments, or to be moved; subscribers return how many were `moved`. */
export const peopleAdded = domainEvent<{
  companyId: string
  employeeIds: string[]
  templateId: string
  own?: RowOverrides
  moving?: Moving
}>()

/** Published when people were put on the list who are to be in this line group. */
export const peopleGranted = domainEvent<{ companyId: string; employeeIds: string[]; groupId: string }>()

/** The fields of a person that a directory may own. */
export type OwnableField = 'name' | 'job_number' | 'position' | 'department'

/**
 * Published when these fields of these people are about to change, within the company's view of the transaction. A subscriber
 * refuses changes that the company's people may not make.
 */
export const fieldsChanging = domainEvent<{
  companyId: string
  employeeIds: readonly string[]
  fields: readonly OwnableField[]
}>()

/** The same for a department's name and place, and for its deletion. */
export const departmentChanging = domainEvent<{ companyId: string; departmentId: string }>()
