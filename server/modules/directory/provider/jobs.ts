import { jobKind } from '#server/engines/jobs/jobs.ts'

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

/** Reads the whole directory at a manager's request. */
export const readDirectoryJob = jobKind<DirectoryOf>('read_directory', {
  lane: 'long',
  queue: queueOf('read_directory'),
})
/** Reads again the objects that callbacks have named. */
export const rereadHintedJob = jobKind<DirectoryOf>('look_again', { lane: 'directories', queue: queueOf('look_again') })
