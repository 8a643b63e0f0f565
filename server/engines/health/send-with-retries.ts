import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { PushChannelName } from '#contract/operations/health-names.ts'
import { type Push, type PushChannels, PushFailure } from '#server/integrations/pushes/push.ts'

/** Milliseconds before each further attempt while the database, and with it the queue, is away. */
const waits = [15_000, 60_000, 300_000]

interface Ground {
  channels: PushChannels
  log: Pick<Logger, 'warn'>
  ending: AbortSignal
}

/** Sends without the database, and tries again a few times. */
export async function sendWithRetries(
  { channels, log, ending }: Ground,
  channel: PushChannelName,
  push: Push,
): Promise<void> {
  const id = randomUUID()
  for (const wait of [...waits, undefined])
    try {
      return await channels[channel]?.send(push, id)
    } catch (error) {
      if (!(error instanceof PushFailure)) throw error
      log.warn({ channel, failure: error.message }, '告警推送失败')
      if (!error.retry || wait === undefined || ending.aborted) return
      await sleep(wait, undefined, { signal: ending, ref: false }).catch(() => {})
    }
}
