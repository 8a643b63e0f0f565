import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Sends the companies' systems their waiting messages. */
export const deliverWebhooksJob = jobKind('deliver_webhooks', { lane: 'deliveries' })
