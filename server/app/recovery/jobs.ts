import { jobKind } from '#server/engines/jobs/jobs.ts'

export const takeBaseJob = jobKind('take_base_backup', { lane: 'long' })
export const rehearseJob = jobKind('rehearse_restore', { lane: 'long' })
