import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Tells the companies' systems what waits for them. */
export const deliverWebhooksJob = jobKind('deliver_webhooks')
