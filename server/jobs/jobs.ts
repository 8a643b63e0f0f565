import type { Database } from '../database/database.ts'

/** What each job is given. A job added here without a task in `tasks.ts` does not compile. */
export interface JobPayloads {
  /** `sealed` is the ShortMessage as JSON, sealed: job rows hold no code and no phone in the clear. */
  send_sms: { message_id: string; sealed: string }
  /** Removes what has had its time: counters, ended sessions, used codes, spent proofs. */
  sweep: Record<string, never>
}
export type JobName = keyof JobPayloads

export interface Jobs {
  /** Adds a job in the transaction of the data it is about; runs once it commits, within milliseconds. */
  enqueue<Name extends JobName>(
    database: Database,
    name: Name,
    payload: JobPayloads[Name],
    options?: { runAt?: Date; key?: string; attempts?: number },
  ): Promise<void>
}
