import { jobKind } from '#server/engines/jobs/jobs.ts'

export interface DirectoryOf {
  company_id: string
}

/**
 * Jobs of one company follow each other, as those of one queue do. The last letter of an id is random: the worker looks at all
 * queues for each job, so there are few of them.
 */
const queueOf =
  (name: string) =>
  ({ company_id }: DirectoryOf) =>
    `${name} ${company_id.slice(-1)}`

/** Reads everything, because a manager wants it. */
export const readDirectoryJob = jobKind<DirectoryOf>('read_directory', {
  lane: 'long',
  queue: queueOf('read_directory'),
})
/** Looks again at what callbacks have named. */
export const lookAgainJob = jobKind<DirectoryOf>('look_again', { lane: 'directories', queue: queueOf('look_again') })
