import { domainEvent } from '#server/engines/events.ts'

/** A template's name, for the record of the act that removes a group from it. */
interface Template {
  template_id: string
  name: string
}

/**
 * Published when a group is about to be deleted, before the group is locked. A subscriber adds the templates that lose the group
 * with it, and keeps them from changing until the transaction ends.
 */
export const groupDeleting = domainEvent<{ companyId: string; groupId: string; templates: Template[] }>()

/** Published when a deleted group was restored; these templates had it. */
export const groupRestored = domainEvent<{ companyId: string; groupId: string; templateIds: string[] }>()

/** Published when lines have begun or ceased to renew themselves. */
export const autoRenewChanged = domainEvent<{ companyId: string; lineIds: string[]; on: boolean }>()
