import { jobKind } from '#server/engines/jobs/jobs.ts'

/** The job keeps the costs of the months that are over. */
export const closeMonthsJob = jobKind('close_cost_months', { lane: 'long' })
