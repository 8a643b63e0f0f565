import { jobKind } from '#server/engines/jobs/jobs.ts'

export const sendLogStreamsJob = jobKind('send_log_streams', { lane: 'deliveries' })
