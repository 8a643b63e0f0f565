import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { fillDemonstration } from '#server/app/demo/demonstration.ts'
import { checkRows } from '#server/database/rows.ts'
import { handlers } from './handlers.ts'
import { queues } from './queues.ts'
import './subscriptions.ts'
import './undo.ts'
import { refuseMissingKeysAt } from '#server/app/sealed/missing.ts'
import type { Config } from '#server/core/config.ts'
import { listen } from '#server/database/listen.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect } from '#server/database/pool.ts'
import { companyDatabase } from '#server/database/tenant.ts'
import type { Archive } from '#server/engines/archive.ts'
import { prepareDrafts } from '#server/engines/files/drafts.ts'
import { patience } from '#server/engines/health/monitor.ts'
import { noteOutcomes, watchGateways } from '#server/engines/health/outcomes.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import { startWorker } from '#server/engines/jobs/worker.ts'
import { wakeOn } from '#server/engines/outbox/wake.ts'
import { leave } from '#server/engines/replicas.ts'
import type { Services } from '#server/engines/services.ts'
import { createGateways } from '#server/integrations/gateways/gateways-from-config.ts'
import { createIdentity } from '#server/integrations/identity/identity-from-config.ts'
import { createMailer } from '#server/integrations/mail/mail-from-config.ts'
import { createPushChannels } from '#server/integrations/pushes/channels-from-config.ts'
import { createSms } from '#server/integrations/sms/sms-from-config.ts'
import { createStorage } from '#server/integrations/storage/storage-from-config.ts'
import { createTaxService } from '#server/integrations/tax/tax-from-config.ts'
import { announcements } from '#server/modules/announcements/announcements.ts'
import { accessChanges } from '#server/modules/clients/access-changes.ts'
import { companyChanges } from '#server/modules/company-changes/company-changes.ts'
import { resetInterruptedSwitches } from '#server/modules/health/preparations.sql.ts'
import { deliverRobotsJob } from '#server/modules/robots/jobs.ts'
import { deliverWebhooksJob } from '#server/modules/webhooks/jobs.ts'
import { buildApp } from './app.ts'
import { startHealth } from './health/start-health.ts'
import { warmUp } from './site/warm-up.ts'
import { tasks } from './tasks.ts'
import type { WebBuild } from './web.ts'

export interface Portal {
  services: Services
  app: FastifyInstance
  /** Waits for running requests and jobs, then stops everything in the order of its dependencies. */
  stop(): Promise<void>
}

/** Milliseconds for running requests; container runtimes kill after ten seconds. */
const drainTimeout = 6_000

/** Milliseconds between becoming unready and closing; zero if no proxy is in front. */
const unreadyMs = ({ mode, trustProxy }: Config) => (mode === 'production' || trustProxy.length ? 2_000 : 0)

interface PortalOptions {
  url: string
  companyUrl?: string | undefined
  log: Logger
  /** Undefined if the embedded database's log is not archived. */
  archive?: Archive | undefined
  /** Undefined if the process does not belong to the portal alone. */
  restart?: Services['restart']
  /** Undefined for a portal without pages, as in tests of calls. */
  web: WebBuild | undefined
  /** Connections per pool. */
  poolSize?: number
  /** Tests only: reads run on connections that refuse to write, and answers are checked against the contract. */
  strict?: boolean
  /** Milliseconds within which requests that may be repeated are answered. */
  answerWithin?: number
  /** If false, no scheduled jobs start; jobs added explicitly still run. */
  clock?: boolean
}

/** Builds everything that lives as long as the portal, on an existing database. It does not listen yet. */
export async function buildPortal(
  config: Config,
  { url, companyUrl, log, archive, restart, web, poolSize, answerWithin, clock, strict = false }: PortalOptions,
): Promise<Portal> {
  if (config.mode === 'demo') checkRows('first')
  await migrate({ url, log, mode: config.mode })
  await refuseMissingKeysAt(url, config)
  const pools = connect({ url, companyUrl, log, ...(poolSize && { size: poolSize }) })
  const { system, searches, counting } = pools
  // Even if the archive has been turned off since.
  await resetInterruptedSwitches(system)
  const readers = strict ? connect({ url, companyUrl, log, readOnly: true, size: poolSize ?? 4 }) : undefined
  const stopping = new AbortController()
  const listener = await listen({ url, log })
  const openCompanyDatabase = (companyId: string) => companyDatabase(pools, companyId)
  // These connections are reserved for health checks, which must work when all others are in use.
  const watching = connect({ url, log, size: 2, statementTimeout: patience })
  const outcomes = noteOutcomes()
  const mailer = await createMailer(config)
  await prepareDrafts(config)
  const ground: Omit<Services, 'jobQueue' | 'health'> = {
    config,
    log,
    system,
    searches,
    counting,
    readOnly: readers && {
      system: readers.system,
      searches: readers.searches,
      companyDatabase: id => companyDatabase(readers, id),
    },
    companyDatabase: openCompanyDatabase,
    connections: pools.statistics,
    jobs,
    sms: await createSms(config, { system, log }),
    identity: createIdentity(config),
    storage: await createStorage(config),
    gateways: watchGateways(await createGateways(config, { system }), outcomes),
    tax: createTaxService(config),
    mailer,
    channels: createPushChannels(config, mailer),
    queues,
    archive,
    restart,
    strictAnswers: strict,
    listener,
    companyChanges: await companyChanges({
      listener,
      log,
      stopping: stopping.signal,
      companyDatabase: openCompanyDatabase,
    }),
    changes: await accessChanges({
      system,
      config,
      listener,
      log,
      stopping: stopping.signal,
      companyDatabase: openCompanyDatabase,
    }),
    announcements: announcements({ system, listener }),
    web,
    stopping: stopping.signal,
  }
  await wakeOn(ground, 'webhooks', deliverWebhooksJob)
  await wakeOn(ground, 'robots', deliverRobotsJob)
  const worker = await startWorker({ url, services: ground, tasks, log, clock, outcomes, onLastResort })
  const health = startHealth({
    config,
    database: watching.system,
    log,
    jobQueue: worker.progress,
    tasks,
    gateways: Object.keys(ground.gateways.online),
    channels: ground.channels,
    storage: ground.storage,
    archive,
    outcomes,
    clock: clock !== false,
  })
  const services: Services = { ...ground, jobQueue: worker.progress, health }
  const app = await buildApp(services, handlers, answerWithin)
  return {
    services,
    app,
    async stop() {
      // The portal is now unready, and every answer ends its connection: proxies gradually switch to the other replicas.
      stopping.abort()
      health.end()
      if (app.server.listening) await sleep(unreadyMs(config))
      // A client that sends its request a byte at a time must not delay the stop until the process is killed.
      const timer = setTimeout(() => app.server.closeAllConnections(), drainTimeout)
      await waitForStep(log, 'requests', app.close())
      clearTimeout(timer)
      await worker.stop()
      // Otherwise the outcome of the last tasks would be unknown until they run again.
      await Promise.race([outcomes.flush(system).catch(() => {}), sleep(1_000, undefined, { ref: false })])
      await waitForStep(log, 'listener', listener.end())
      await Promise.race([leave(system).catch(() => {}), sleep(1_000, undefined, { ref: false })])
      await waitForStep(log, 'connections', Promise.all([pools.end(), watching.end(), readers?.end()]))
    },
  }
}

/** Milliseconds for one step of the shutdown; requests and jobs have shorter limits of their own. */
const longestStep = 15_000

/** Waits for a step of the shutdown, and continues without it if it hangs: a restart must not wait forever. */
async function waitForStep(log: Logger, step: string, ending: Promise<unknown>): Promise<void> {
  const late = Symbol('late')
  if ((await Promise.race([ending, sleep(longestStep, late, { ref: false })])) === late)
    log.error({ step }, '停止时这一步没有在限定时间内结束，不再等待')
}

/** Ends the process as an operator would, with a failure status, so that its supervisor restarts it. */
function onLastResort(): void {
  process.exitCode = 1
  process.kill(process.pid, 'SIGTERM')
}

/** Fills the demonstration, if any, and listens. */
export async function listenPortal(config: Config, choices: PortalOptions): Promise<Portal & { address: string }> {
  const portal = await buildPortal(config, choices)
  try {
    if (config.mode === 'demo') await fillDemonstration(portal.services)
    const address = await portal.app.listen({
      port: config.port,
      host: config.host,
      // Thousands of clients reconnect simultaneously after a restart; the system's own limit still applies.
      backlog: 4096,
      listenTextResolver: listening => `正在监听 ${listening}`,
    })
    if (choices.web) void warmUp(portal.app, portal.services)
    return { ...portal, address }
  } catch (error) {
    await portal.stop()
    throw error
  }
}
