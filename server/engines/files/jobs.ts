import { jobKind } from '../jobs/jobs.ts'

/** Removes the files of an account that was erased. */
export const removeFilesJob = jobKind<{ account_id: string }>('remove_files', { lane: 'slow' })
