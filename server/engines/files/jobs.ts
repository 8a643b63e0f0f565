import { jobKind } from '../jobs/jobs.ts'

/** Removes the files of an erased account, or one file that nothing refers to any more. */
export const removeFilesJob = jobKind<{ account_id: string } | { file_id: string }>('remove_files', { lane: 'slow' })
