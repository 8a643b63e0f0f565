import { jobKind } from '#server/engines/jobs/jobs.ts'

/** The job writes the rows of an employee import that was confirmed. */
export const importEmployeesJob = jobKind<{ company_id: string; import_id: string }>('import_employees', {
  lane: 'slow',
})
