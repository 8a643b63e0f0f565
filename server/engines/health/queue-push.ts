import type { PushChannelName } from '#contract/operations/health-names.ts'
import type { Database } from '#server/database/database.ts'
import type { Push } from '#server/integrations/pushes/push.ts'
import { jobs } from '../jobs/enqueue.ts'
import { deliverPushJob } from './jobs.ts'
import { insertPush } from './pushes.sql.ts'

/** With the worker's growing waits these attempts take about half an hour; a reminder of a failing check follows later. */
const attempts = 8

/** Inserts a push and queues its delivery, immediately or from `runAt` on. Returns its id. */
export async function queuePush(
  transaction: Database,
  push: Push,
  channels: readonly PushChannelName[],
  { runAt }: { runAt?: Date } = {},
): Promise<string> {
  const pushId = await insertPush(transaction, push, channels)
  for (const channel of channels)
    await jobs.enqueue(transaction, deliverPushJob, { push_id: pushId, channel }, { attempts, ...(runAt && { runAt }) })
  return pushId
}
