import { jobKind } from '#server/engines/jobs/jobs.ts'

export const takeBaseJob = jobKind('take_base_backup')
export const rehearseJob = jobKind('rehearse_restore')
