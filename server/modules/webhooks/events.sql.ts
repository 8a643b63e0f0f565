import { z } from 'zod'
import { activityNames } from '#contract/activity-names.ts'
import { id, instant } from '#contract/fields.ts'
import { keysOf } from '#contract/typed-keys.ts'
import type { Database } from '#server/database/database.ts'

const actions = keysOf(activityNames)

const event = z.object({
  message_id: id,
  company_id: id,
  activity_id: id,
  at: instant,
  actor_kind: z.string(),
  actor_name: z.string(),
  action: z.enum(actions),
  subject_kind: z.string(),
  subject_id: id.nullable(),
  subject_name: z.string(),
  detail: z.string(),
  part_of: id.nullable(),
})
export type Event = z.output<typeof event>

/** Returns the events of these messages, in the order of their delivery. */
export const eventsOf = (database: Database, companyId: string, messageIds: readonly string[]) =>
  database.rows(event)`
  select message.id as message_id, message.company_id, activity.id as activity_id, activity.at, activity.actor_kind,
    activity.actor_name, activity.action, activity.subject_kind, activity.subject_id, activity.subject_name, activity.detail,
    activity.part_of
  from webhook_message message join activity on activity.company_id = message.company_id and activity.id = message.activity_id
  where message.company_id = ${companyId} and message.id = any(${messageIds}::uuid[])
  order by message.position`

/** Formats an event for sending. Receivers recognize repetitions by the message's id, which is in a header. */
export const bodyOf = (event: Event): string =>
  JSON.stringify({
    type: event.action,
    timestamp: event.at,
    data: {
      activity_id: event.activity_id,
      company_id: event.company_id,
      actor: { kind: event.actor_kind, name: event.actor_name },
      subject: { kind: event.subject_kind, id: event.subject_id, name: event.subject_name },
      detail: event.detail,
      part_of: event.part_of,
    },
  })

/** Returns the id by which receivers recognize repetitions. It stays the same in every attempt and replay. */
export const messageName = (messageId: string): string => `msg_${messageId}`
