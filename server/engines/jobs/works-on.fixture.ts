import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { tasks } from '#server/app/tasks.ts'
import { readConfig } from '#server/core/config.ts'
import { createOutbox } from '#server/integrations/sms/outbox.ts'
import type { SmsSender } from '#server/integrations/sms/sms.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import type { testDatabase } from '#server/testing/database.ts'
import { jobs } from './enqueue.ts'
import { startWorker, type Worker, type WorkerOptions } from './worker.ts'

type Options = Pick<
  WorkerOptions,
  'log' | 'tasks' | 'outcomes' | 'lookEvery' | 'formerFor' | 'restartAfter' | 'lastResortAfter' | 'onLastResort'
>

const config = readConfig({})
const storage = createDiskStorage(config.dataDir)
const log = pino({ level: 'silent' })

/** Returns a function that starts a worker on the database; it ends with its test. */
export function worksOn({ companyDatabase, system, url }: Awaited<ReturnType<typeof testDatabase>>) {
  return async (sms: SmsSender = createOutbox(system, log), more: Partial<Options> = {}): Promise<Worker> => {
    const gateways = { online: {}, transfer: undefined }
    const outside = { sms, storage, gateways, mailer: undefined, tax: undefined, channels: {} }
    const services = { config, log, system, companyDatabase, jobs, ...outside }
    // Each test waits until no job is left, so no scheduled jobs are added.
    const worker = await startWorker({ url, tasks, services, log, ...more, clock: false })
    onTestFinished(() => worker.stop())
    return worker
  }
}
