import { jobKind } from '#server/engines/jobs/jobs.ts'

/** The job writes the pack that a company has asked for. */
export const writePackJob = jobKind<{ company_id: string; pack_id: string }>('write_compliance_pack', { lane: 'long' })
