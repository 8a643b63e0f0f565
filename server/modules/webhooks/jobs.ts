import { jobKind } from '#server/engines/jobs/jobs.ts'

export const deliverWebhooksJob = jobKind('deliver_webhooks', { lane: 'deliveries' })
