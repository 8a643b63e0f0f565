import type { Logger } from 'pino'
import type { Announcements } from './announcements/announcements.ts'
import type { AccessChanges } from './clients/access-changes.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import type { Listener } from './database/listen.ts'
import type { Gateways } from './integrations/gateways/gateway.ts'
import type { SmsSender } from './integrations/sms/sms.ts'
import type { Storage } from './integrations/storage/storage.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { WebBuild } from './web-build.ts'

/** Everything that lives as long as the portal. */
export interface Services {
  config: Config
  log: Logger
  /** Sees all companies. */
  system: Database
  /** The same for statements whose values decide how they are best run: the back office's lists. */
  searches: Database
  /** Sees one company's rows alone. */
  companyDatabase(companyId: string): Database
  /** Connections open, idle and waited for, by pool. */
  connections(): Record<string, Record<string, number>>
  jobs: Jobs
  sms: SmsSender
  storage: Storage
  /** What orders can be paid by. */
  gateways: Gateways
  /** `NOTIFY` of every replica. */
  listener: Listener
  /** Clients that wait until they may use other lines than before. */
  changes: AccessChanges
  /** What pages and the console show at their top. */
  announcements: Announcements
  /** Undefined: a portal without pages, as where only calls are tested. */
  web: WebBuild | undefined
  /** Aborted when the portal is told to stop. */
  stopping: AbortSignal
}
