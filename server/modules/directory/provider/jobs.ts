import type { Database } from '#server/database/database.ts'
import { type Jobs, jobKind } from '#server/engines/jobs/jobs.ts'

export interface DirectoryOf {
  company_id: string
}

/**
 * Jobs in one queue run one after the other, so those of one company do. The last letter of an id is random: the worker checks all
 * queues for each job, so there are few of them.
 */
const queueOf =
  (name: string) =>
  ({ company_id }: DirectoryOf) =>
    `${name} ${company_id.slice(-1)}`

/** Reads the whole directory at a manager's request, or when callbacks name too much of it. */
export const readDirectoryJob = jobKind<DirectoryOf>('read_directory', {
  lane: 'long',
  queue: queueOf('read_directory'),
})
/** Reads again the objects that callbacks have named. */
export const rereadHintedJob = jobKind<DirectoryOf>('look_again', { lane: 'directories', queue: queueOf('look_again') })

export const enqueueReading = (jobs: Jobs, database: Database, companyId: string): Promise<void> =>
  jobs.enqueue(database, readDirectoryJob, { company_id: companyId }, { key: `read_directory ${companyId}` })

/** Has the company's hints read after those of the companies that wait already, however many callbacks it gets meanwhile. */
export const enqueueReread = (jobs: Jobs, database: Database, companyId: string): Promise<void> =>
  jobs.enqueue(
    database,
    rereadHintedJob,
    { company_id: companyId },
    { key: `look_again ${companyId}`, keepPlace: true },
  )
