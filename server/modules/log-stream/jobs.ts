import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Sends the companies' logs to their own log systems. */
export const sendLogStreamsJob = jobKind('send_log_streams', { lane: 'deliveries' })
