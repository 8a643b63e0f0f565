import type { PushChannelName } from '#contract/operations/health-names.ts'
import { jobKind } from '../jobs/jobs.ts'

/** Retries deliveries that failed the first time. */
export const deliverPushJob = jobKind<{ push_id: string; channel: PushChannelName }>('deliver_push', { lane: 'slow' })
