import { health } from '#contract/operations/health.ts'
import { shownPushes } from '#contract/operations/health-names.ts'
import type { Database } from '#server/database/database.ts'

const output = health.getPushes.output.shape
const channelRow = output.channels.element.omit({ configured: true })
const pushRow = output.pushes.element.omit({ deliveries: true })
const deliveryRow = output.pushes.element.shape.deliveries.element.extend({ push_id: pushRow.shape.push_id })

/** Returns the last delivery on each channel in use, and the last failure with its reason. */
export const channelsUsed = (database: Database) =>
  database.rows(channelRow)`
    select channel, max(sent_at) as sent_at, max(failed_at) as failed_at,
      (array_agg(failure order by failed_at desc) filter (where failed_at is not null))[1] as failure
    from push_delivery group by channel`

export const latestPushes = (database: Database) =>
  database.rows(
    pushRow,
  )`select id as push_id, title, text, created_at from push order by created_at desc, id desc limit ${shownPushes}`

export const deliveriesOf = (database: Database, pushIds: readonly string[]) =>
  database.rows(deliveryRow)`
    select push_id, channel, state, attempts, failure from push_delivery
    where push_id = any(${[...pushIds]}::uuid[]) order by push_id, channel`

const failureRow = deliveryRow.pick({ failure: true })

/** Returns why a delivery failed; null when it did not. */
export async function failureOf(database: Database, pushId: string, channel: string): Promise<string | null> {
  const row = await database.row(
    failureRow,
  )`select failure from push_delivery where push_id = ${pushId} and channel = ${channel}`
  return row?.failure ?? null
}
