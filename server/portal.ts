import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { announcements } from './announcements/announcements.ts'
import { accessChanges } from './clients/access-changes.ts'
import type { Config } from './config.ts'
import { listen } from './database/listen.ts'
import { migrate } from './database/migrate.ts'
import { connect } from './database/pool.ts'
import { companyDatabase } from './database/tenant.ts'
import { fillDemonstration } from './demo/demonstration.ts'
import { handlers } from './handlers.ts'
import { buildApp } from './http/app.ts'
import { createGateways } from './integrations/gateways/gateways-from-config.ts'
import { createSms } from './integrations/sms/sms-from-config.ts'
import { createStorage } from './integrations/storage/storage-from-config.ts'
import { jobs } from './jobs/enqueue.ts'
import { startWorker } from './jobs/worker.ts'
import type { Services } from './services.ts'
import type { WebBuild } from './web-build.ts'

export interface Portal {
  services: Services
  app: FastifyInstance
  /** Waits for requests and jobs under way, then ends everything in the order in which it depends on each other. */
  stop(): Promise<void>
}

/** Milliseconds for requests under way; container runtimes kill after ten seconds. */
const drainPatience = 8_000

interface Choices {
  url: string
  log: Logger
  /** Undefined: no pages, as where only calls are tested. */
  web: WebBuild | undefined
  /** Connections of each pool. */
  poolSize?: number
  /** False: nothing is started by the clock; jobs that somebody adds run all the same. */
  clock?: boolean
}

/** Builds what lives as long as the portal on a database that is there. Listens nowhere yet. */
export async function buildPortal(config: Config, { url, log, web, poolSize, clock }: Choices): Promise<Portal> {
  await migrate({ url, log })
  const pools = connect({ url, log, ...(poolSize && { size: poolSize }) })
  const { system, searches } = pools
  const stopping = new AbortController()
  const listener = await listen({ url, log })
  const ofCompany = (companyId: string) => companyDatabase(pools, companyId)
  const services: Services = {
    config,
    log,
    system,
    searches,
    companyDatabase: ofCompany,
    connections: pools.statistics,
    jobs,
    sms: await createSms(config, { system, log }),
    storage: await createStorage(config),
    gateways: await createGateways(config, { system }),
    listener,
    changes: await accessChanges({ companyDatabase: ofCompany, listener, log, stopping: stopping.signal }),
    announcements: announcements({ system, listener }),
    web,
    stopping: stopping.signal,
  }
  const worker = await startWorker({ url, services, log, clock })
  const app = await buildApp(services, handlers)
  return {
    services,
    app,
    async stop() {
      stopping.abort()
      // A client that sends its request a byte at a time must not keep the database running until it is killed.
      const patience = setTimeout(() => app.server.closeAllConnections(), drainPatience)
      await app.close()
      clearTimeout(patience)
      await worker.stop()
      await services.listener.end()
      await pools.end()
    },
  }
}

/** With its demonstration, listening. */
export async function listenPortal(config: Config, choices: Choices): Promise<Portal & { address: string }> {
  const portal = await buildPortal(config, choices)
  try {
    if (config.mode === 'demo') await fillDemonstration(portal.services)
    const address = await portal.app.listen({
      port: config.port,
      host: config.host,
      // Thousands of clients come back at once after a restart; the system's own limit still holds.
      backlog: 4096,
      listenTextResolver: listening => `正在监听 ${listening}`,
    })
    return { ...portal, address }
  } catch (error) {
    await portal.stop()
    throw error
  }
}
