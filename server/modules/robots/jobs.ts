import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Tells the companies' groups what waits for them. */
export const deliverRobotsJob = jobKind('deliver_robots')
