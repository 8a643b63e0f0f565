import { jobKind } from '#server/engines/jobs/jobs.ts'

/** Sends the operators' audit to the provider's log system. */
export const sendAuditJob = jobKind('send_audit', { lane: 'deliveries' })
