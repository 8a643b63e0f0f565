import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Binds and groups the lines of a paid order, as its buyer chose. */
export const applyLineChoicesJob = jobKind<{ company_id: string; order_id: string }>('keep_wishes')
