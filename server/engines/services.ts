import type { Logger } from 'pino'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import type { Listener } from '#server/database/listen.ts'
import type { Archive } from '#server/engines/archive.ts'
import type { Health } from '#server/engines/health/health.ts'
import type { Jobs } from '#server/engines/jobs/jobs.ts'
import type { QueueProgress } from '#server/engines/jobs/progress.ts'
import type { Gateways } from '#server/integrations/gateways/gateway.ts'
import type { IdentityService } from '#server/integrations/identity/identity.ts'
import type { Mailer } from '#server/integrations/mail/mail.ts'
import type { PushChannels } from '#server/integrations/pushes/push.ts'
import type { SmsSender } from '#server/integrations/sms/sms.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import type { TaxService } from '#server/integrations/tax/tax.ts'
import type { Queue } from './queues.ts'

/**
 * Everything that lives as long as the portal. A module that keeps something of its own declares it beside it, as Fastify's
 * decorators are declared: `declare module '#server/engines/services.ts' { interface Services { … } }`.
 */
export interface Services {
  config: Config
  log: Logger
  /** Sees all companies. */
  system: Database
  /** The same for statements whose values decide how they are best run, as in the back office's lists. */
  searches: Database
  /** Runs on connections of its own, so that what is counted here stays counted, whatever becomes of the request. */
  counting: Database
  /** In tests, the handles that refuse to write, on which calls run that declare to read. */
  readOnly: Pick<Services, 'system' | 'searches' | 'companyDatabase'> | undefined
  /** Sees only one company's rows. */
  companyDatabase(companyId: string): Database
  /** Connections open, idle and waited for, by pool. */
  connections(): Record<string, Record<string, number>>
  jobs: Jobs
  /** The progress of this process's queue of jobs. */
  jobQueue: QueueProgress
  sms: SmsSender
  /** Undefined where name and number are checked by hand alone. */
  identity: IdentityService | undefined
  storage: Storage
  /** The ways in which orders can be paid. */
  gateways: Gateways
  /** Undefined where invoices are issued at the tax office's site and registered by hand. */
  tax: TaxService | undefined
  /** Undefined where no mail server is configured. */
  mailer: Mailer | undefined
  /** The ways in which the owner is told of trouble. */
  channels: PushChannels
  /** The state of the portal, as this process last found it. */
  health: Health
  /** Keeps the embedded database's log; undefined where there is none or it is off. */
  archive?: Archive | undefined
  /** Tests check that an answer holds what its contract declares, and nothing else. */
  strictAnswers: boolean
  /** The queues that wait for operators. */
  queues: readonly Queue[]
  /** `NOTIFY` of every replica. */
  listener: Listener
  /**
   * Stops the portal, does something while nothing uses its data, and starts it again. Undefined where this process is not
   * the portal's own, as in tests and commands.
   */
  restart?: ((between: () => Promise<void>) => void) | undefined
  /** Aborted when the portal is told to stop. */
  stopping: AbortSignal
}
