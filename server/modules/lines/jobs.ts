import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Binds and groups the lines of an order that was paid, as its buyer chose. */
export const keepWishesJob = jobKind<{ company_id: string; order_id: string }>('keep_wishes')
