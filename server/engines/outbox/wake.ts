import type { Database } from '#server/database/database.ts'
import type { JobKind } from '#server/engines/jobs/jobs.ts'
import type { Services } from '#server/engines/services.ts'

/** Triggers the delivery of messages soon after their commit. Replicas notified simultaneously add one job. */
export async function wakeOn(
  { listener, jobs, system, log }: Pick<Services, 'listener' | 'jobs' | 'system' | 'log'>,
  channel: string,
  job: JobKind<Record<string, never>>,
) {
  await listener.on(channel, () => {
    jobs
      .enqueue(system, job, {}, { key: job.name })
      // The scheduled run delivers them as well.
      .catch(error =>
        log.warn({ channel, reason: error instanceof Error ? error.message : error }, 'messages wait for the clock'),
      )
  })
}

/** Triggers the delivery when this transaction commits. */
export const wakeDelivery = (database: Database, companyId: string, channel: string) =>
  database.change`insert into pending_notification (company_id, channel) values (${companyId}, ${channel})`
