import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Closes an order whose time to pay is over. */
export const closeOrderJob = jobKind<{ company_id: string; order_id: string }>('close_order', { lane: 'payments' })
