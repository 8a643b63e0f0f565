import type { Logger } from 'pino'
import type { Services } from '../services.ts'
import type { JobKind } from './jobs.ts'
import type { OutsideLane } from './lanes.ts'

/** The facts that a task may know about the job that runs it. */
export interface RunningJob {
  id: string
  /** The number of this attempt, starting at 1. */
  attempt: number
  /** True if there will be no further attempt, so that a failure is final. */
  lastAttempt: boolean
  /** Aborted when the portal stops, so that a long task can end early between two steps. */
  stopping: AbortSignal
  log: Logger
}

export type TaskServices = Pick<
  Services,
  | 'config'
  | 'log'
  | 'system'
  | 'companyDatabase'
  | 'sms'
  | 'storage'
  | 'gateways'
  | 'mailer'
  | 'tax'
  | 'jobs'
  | 'channels'
  | 'archive'
  | 'restart'
>

/** The services of a quick job: none that waits for another server, except text messages. */
type QuickServices = Omit<TaskServices, 'storage' | 'gateways' | 'mailer' | 'tax' | 'channels' | 'archive' | 'restart'>

type Run<Payload, Needed> = (services: Needed, payload: Payload, job: RunningJob) => Promise<void>

/** The schedule of a task, in UTC. `attempts` is the number of attempts if it fails. */
interface Schedule {
  cron: string
  attempts: number
}

export interface Task {
  kind: JobKind<object>
  run: Run<unknown, TaskServices>
  schedule: Schedule | undefined
}

/**
 * Registers the task for a kind of job. A task that throws is run again, with growing delays, until its attempts are used up, so
 * each must tolerate repeated runs. Scheduled tasks run once at a time in a process.
 */
export function task<Payload extends object>(
  kind: JobKind<Payload, 'quick'>,
  run: Run<Payload, QuickServices>,
  schedule?: Schedule,
): Task
export function task<Payload extends object>(
  kind: JobKind<Payload, OutsideLane>,
  run: Run<Payload, TaskServices>,
  schedule?: Schedule,
): Task
export function task<Payload extends object>(
  kind: JobKind<Payload>,
  run: Run<Payload, TaskServices>,
  schedule?: Schedule,
): Task {
  // The types of `enqueue` accept only the kind's own payload.
  return { kind: kind as unknown as JobKind<object>, run: run as Run<unknown, TaskServices>, schedule }
}
