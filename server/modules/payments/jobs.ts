import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Sends one refund to its gateway, or asks about it. */
export const sendRefundJob = jobKind<{ company_id: string; refund_id: string }>('send_refund')
