import { jobKind } from '#server/engines/jobs/jobs.ts'

export const deliverRobotsJob = jobKind('deliver_robots', { lane: 'deliveries' })
