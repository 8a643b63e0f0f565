import type { PushChannelName } from '#contract/operations/health-names.ts'
import { jobKind } from '../jobs/jobs.ts'

/** Tries again to deliver what could not be delivered at once. */
export const deliverPushJob = jobKind<{ push_id: string; channel: PushChannelName }>('deliver_push', { lane: 'slow' })
