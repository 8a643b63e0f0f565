import { jobKind } from '#server/engines/jobs/jobs.ts'

/** The job that writes the pack a company has requested. */
export const writePackJob = jobKind<{ company_id: string; pack_id: string }>('write_compliance_pack', { lane: 'long' })
