import type { Logger } from 'pino'
import { applyDuePrices } from '../catalogue/pricing.ts'
import { giveCoupons } from '../coupons/gift-job.ts'
import { importEmployees } from '../employees/import-job.ts'
import { publishScheduled } from '../help/editing.ts'
import { lineNotices } from '../lines/line-notices.ts'
import { renewLinesByThemselves } from '../lines/renewing.ts'
import { keepLinesUp } from '../lines/upkeep.ts'
import { importAddresses } from '../network/import-job.ts'
import { serviceNotices } from '../notices/service-notices.ts'
import { closeOrder, closeOverdue } from '../orders/closing.ts'
import { reconcilePayments } from '../payments/reconcile.ts'
import { sendRefund } from '../payments/refunds.ts'
import type { Services } from '../services.ts'
import { foldCounters } from './fold-counters.ts'
import type { JobName, JobPayloads } from './jobs.ts'
import { sendSms } from './send-sms.ts'
import { sweep } from './sweep.ts'

/** What a task may know of the job that runs it. */
export interface RunningJob {
  id: string
  /** The last one there will be: what fails now has failed. */
  lastAttempt: boolean
  /** Aborted when the portal stops: a long task ends early, between two steps. */
  stopping: AbortSignal
  log: Logger
}

export type TaskServices = Pick<
  Services,
  'config' | 'log' | 'system' | 'companyDatabase' | 'sms' | 'storage' | 'gateways' | 'jobs'
>

/** A task that throws is run again, with growing waits, until its attempts are used up. Each has to bear being run twice. */
export const tasks: {
  [Name in JobName]: (services: TaskServices, payload: JobPayloads[Name], job: RunningJob) => Promise<void>
} = {
  send_sms: sendSms,
  sweep: (services, _payload, job) => sweep(services, job),
  import_employees: importEmployees,
  import_addresses: importAddresses,
  give_coupons: giveCoupons,
  fold_counters: (services, _payload, job) => foldCounters(services, job),
  service_notices: (services, _payload, job) => serviceNotices(services, job),
  close_order: closeOrder,
  close_overdue: closeOverdue,
  reconcile_payments: (services, _payload, { log, stopping }) => reconcilePayments({ ...services, log }, stopping),
  apply_prices: (services, _payload, { log }) => applyDuePrices({ ...services, log }),
  send_refund: sendRefund,
  publish_article: publishScheduled,
  keep_lines_up: (services, _payload, job) => keepLinesUp(services, job),
  renew_lines: (services, _payload, job) => renewLinesByThemselves(services, job),
  line_notices: (services, _payload, job) => lineNotices(services, job),
}
