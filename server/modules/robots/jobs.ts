import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Sends the companies' groups their waiting messages. */
export const deliverRobotsJob = jobKind('deliver_robots', { lane: 'deliveries' })
