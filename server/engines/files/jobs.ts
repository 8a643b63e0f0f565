import { jobKind } from '../jobs/jobs.ts'

/** Removes the files of an erased account. */
export const removeFilesJob = jobKind<{ account_id: string }>('remove_files', { lane: 'slow' })
