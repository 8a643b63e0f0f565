import { jobKind } from '#server/engines/jobs/jobs.ts'

/** The job that writes the rows of a confirmed employee import. */
export const importEmployeesJob = jobKind<{ company_id: string; import_id: string }>('import_employees', {
  lane: 'slow',
})
