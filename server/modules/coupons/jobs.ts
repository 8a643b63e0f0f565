import { jobKind } from '#server/engines/jobs/jobs.ts'

export const giveCouponsJob = jobKind<{ gift_id: string }>('give_coupons', { lane: 'slow' })
