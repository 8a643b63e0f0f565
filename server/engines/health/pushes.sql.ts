import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { PushChannelName } from '#contract/operations/health-names.ts'
import type { Database } from '#server/database/database.ts'
import type { Push } from '#server/integrations/pushes/push.ts'

const newPush = z.object({ id })
const content = z.object({ title: z.string(), text: z.string() })

/** Inserts a push and its deliveries. */
export async function insertPush(transaction: Database, { title, text }: Push, channels: readonly PushChannelName[]) {
  const row = await transaction.one(newPush)`insert into push (title, text) values (${title}, ${text}) returning id`
  await transaction.change`
    insert into push_delivery (push_id, channel) select ${row.id}::uuid, unnest(${[...channels]}::text[])`
  return row.id
}

/** Returns the push to be delivered on a channel; undefined once the delivery is settled. */
export const waitingPush = (database: Database, pushId: string, channel: PushChannelName): Promise<Push | undefined> =>
  database.row(content)`
    select title, text from push join push_delivery on push_id = push.id
    where push.id = ${pushId} and channel = ${channel} and state = 'waiting'`

/** `failure` is null after a success; `again` means that another attempt follows. */
export const settleDelivery = (
  database: Database,
  { pushId, channel }: { pushId: string; channel: PushChannelName },
  { failure, again }: { failure: string | null; again: boolean },
) =>
  database.change`
    update push_delivery set attempts = attempts + 1, failure = ${failure},
      state = ${failure === null ? 'sent' : again ? 'waiting' : 'failed'},
      sent_at = case when ${failure === null} then now() end,
      failed_at = case when ${failure !== null} then now() end
    where push_id = ${pushId} and channel = ${channel} and state = 'waiting'`
