import { jobKind } from '#server/engines/jobs/jobs.ts'

export interface DirectoryOf {
  company_id: string
}

/** Reads everything, because a manager wants it. */
export const readDirectoryJob = jobKind<DirectoryOf>('read_directory')
/** Looks again at what callbacks have named. */
export const lookAgainJob = jobKind<DirectoryOf>('look_again')
