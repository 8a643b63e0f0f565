import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Gives the companies of a confirmed gift their coupons. */
export const giveCouponsJob = jobKind<{ gift_id: string }>('give_coupons', { lane: 'slow' })
