import type { Services } from '#server/engines/services.ts'
import { deliverWebhooksJob } from './jobs.ts'

/** Has events delivered soon after their commit. Replicas that hear of it at once add one job. */
export async function wakeWebhooks({
  listener,
  jobs,
  system,
  log,
}: Pick<Services, 'listener' | 'jobs' | 'system' | 'log'>) {
  await listener.on('webhooks', () => {
    jobs
      .enqueue(system, deliverWebhooksJob, {}, { key: 'deliver_webhooks' })
      // The clock's turn delivers them as well.
      .catch(error =>
        log.warn({ reason: error instanceof Error ? error.message : error }, 'webhooks wait for the clock'),
      )
  })
}
