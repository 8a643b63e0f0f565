import type { Logger } from 'pino'
import type { PushChannelName } from '#contract/operations/health-names.ts'
import type { Database } from '#server/database/database.ts'
import { type PushChannels, PushFailure } from '#server/integrations/pushes/push.ts'
import type { RunningJob, TaskServices } from '../jobs/task.ts'
import { settleDelivery, waitingPush } from './pushes.sql.ts'

interface Delivering {
  database: Database
  channels: PushChannels
  log: Pick<Logger, 'error' | 'warn'>
}

/**
 * Delivers a push on one channel and settles its row. Returns a failure that another attempt may resolve. If the process is killed
 * in between, the row remains, and the push is delivered twice rather than never.
 */
export async function deliver(
  { database, channels, log }: Delivering,
  pushId: string,
  channel: PushChannelName,
  { lastAttempt }: { lastAttempt: boolean },
): Promise<PushFailure | undefined> {
  const push = await waitingPush(database, pushId, channel)
  if (!push) return undefined
  try {
    const sender = channels[channel]
    if (!sender) throw new PushFailure('这个推送渠道已不再配置', false)
    await sender.send(push, pushId)
  } catch (error) {
    if (!(error instanceof PushFailure)) throw error
    const again = error.retry && !lastAttempt
    log.warn({ channel, failure: error.message }, '告警推送失败')
    await settleDelivery(database, { pushId, channel }, { failure: error.message, again })
    return again ? error : undefined
  }
  await settleDelivery(database, { pushId, channel }, { failure: null, again: false })
  return undefined
}

/** Runs as a job, for pushes that failed at first or were not delivered because the process died. */
export async function deliverAgain(
  { system, channels }: TaskServices,
  { push_id, channel }: { push_id: string; channel: PushChannelName },
  { lastAttempt, log }: RunningJob,
): Promise<void> {
  const failure = await deliver({ database: system, channels, log }, push_id, channel, { lastAttempt })
  if (failure) throw new Error(failure.message)
}
