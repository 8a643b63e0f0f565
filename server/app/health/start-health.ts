import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import type { Archive } from '#server/engines/archive.ts'
import { createAlerter } from '#server/engines/health/alerter.ts'
import type { Health } from '#server/engines/health/health.ts'
import { monitorHealth, patience } from '#server/engines/health/monitor.ts'
import type { Outcomes } from '#server/engines/health/outcomes.ts'
import type { ClockTask } from '#server/engines/jobs/clock.ts'
import type { QueueProgress } from '#server/engines/jobs/progress.ts'
import type { PushChannels } from '#server/integrations/pushes/push.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { healthChecks } from './health-checks.ts'

interface HealthOptions {
  config: Config
  /** A database handle with its own connections: it must still report when all others are in use. */
  database: Database
  log: Logger
  jobQueue: QueueProgress
  tasks: readonly ClockTask[]
  gateways: readonly string[]
  channels: PushChannels
  storage: Storage
  archive?: Archive | undefined
  outcomes: Outcomes
  /** If false, checks run only on request. */
  clock: boolean
}

/** Monitors the portal from within each process, by its own timer and not by the job queue, which it monitors as well. */
export function startHealth({ outcomes, clock, ...options }: HealthOptions): Health {
  const { config, database, channels, log } = options
  const place = `${hostname()}:${config.port}`
  const monitor = monitorHealth(healthChecks, options, log)
  const alerter = createAlerter({ config, database, channels, place, log })
  const round = async (look: () => Promise<void>) => {
    // While the database is away, the outcomes wait for the next round.
    const flushed = outcomes.flush(database).catch(() => {})
    await Promise.race([flushed, sleep(patience, undefined, { ref: false })])
    await look()
    await alerter.alert(monitor.results())
  }
  if (clock) monitor.start(round)
  return {
    place,
    results: monitor.results,
    look: () => round(() => monitor.look('all')),
    idle: alerter.idle,
    end() {
      monitor.end()
      alerter.end()
    },
  }
}
