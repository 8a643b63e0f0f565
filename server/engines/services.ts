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
 * Everything that lives as long as the portal. A module with its own long-lived object declares it in its own file, as Fastify's
 * decorators are declared: `declare module '#server/engines/services.ts' { interface Services { … } }`.
 */
export interface Services {
  config: Config
  log: Logger
  /** Sees all companies. */
  system: Database
  /** The same for an operator, whose lists have statements whose best plan depends on their values. */
  searches(operatorId: string): Database
  /** Uses separate connections, so that counts persist even if the request is rolled back. */
  counting: Database
  /** In tests, read-only handles for the calls that declare to read. */
  readOnly: Pick<Services, 'system' | 'searches' | 'companyDatabase'> | undefined
  /** Sees only one company's rows. */
  companyDatabase(companyId: string): Database
  /** Numbers of open, idle and awaited connections, by pool. */
  connections(): Record<string, Record<string, number>>
  jobs: Jobs
  /** The progress of this process's queue of jobs. */
  jobQueue: QueueProgress
  sms: SmsSender
  /** Undefined if names and ID numbers are only checked by hand. */
  identity: IdentityService | undefined
  storage: Storage
  /** The payment methods for orders. */
  gateways: Gateways
  /** Undefined if invoices are issued at the tax office's site and registered by hand. */
  tax: TaxService | undefined
  /** Undefined if no mail server is configured. */
  mailer: Mailer | undefined
  /** The channels by which the owner is alerted. */
  channels: PushChannels
  /** The health of the portal, as last observed by this process. */
  health: Health
  /** Archives the embedded database's log; undefined if there is no embedded database or archiving is off. */
  archive?: Archive | undefined
  /** True in tests: answers must contain exactly what their contract declares. */
  strictAnswers: boolean
  /** The queues of work waiting for operators. */
  queues: readonly Queue[]
  /** Receives `NOTIFY` from every replica. */
  listener: Listener
  /**
   * Stops the portal, runs work while nothing uses its data, and starts the portal again. Undefined if the process does not belong
   * to the portal alone, as in tests and commands.
   */
  restart?: ((between: () => Promise<void>) => void) | undefined
  /** Aborted when the portal is told to stop. */
  stopping: AbortSignal
}
