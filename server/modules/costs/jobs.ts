import { jobKind } from '#server/engines/jobs/jobs.ts'

/** The job that stores the costs of completed months. */
export const closeMonthsJob = jobKind('close_cost_months', { lane: 'long' })
