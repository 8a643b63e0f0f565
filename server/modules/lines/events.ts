import { domainEvent } from '#server/engines/events.ts'

/** What a template is called, for the record of the act that takes a group out of it. */
interface Template {
  template_id: string
  name: string
}

/**
 * It is published when a group is about to be deleted, before the group is locked. A subscriber adds the templates that lose
 * the group with it, and keeps them from changing until the transaction ends.
 */
export const groupDeleting = domainEvent<{ companyId: string; groupId: string; templates: Template[] }>()

/** A deleted group was made again, and these templates had it. */
export const groupRestored = domainEvent<{ companyId: string; groupId: string; templateIds: string[] }>()
