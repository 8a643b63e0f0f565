import type { Database } from '../database/database.ts'

/** What each job is given. A job added here without a task in `tasks.ts` does not compile. */
export interface JobPayloads {
  /** `sealed` is the ShortMessage as JSON, sealed: job rows hold no code and no phone in the clear. */
  send_sms: { message_id: string; sealed: string }
  /** Removes what has had its time: counters, ended sessions, used codes, spent proofs. */
  sweep: Record<string, never>
  /** Sums up what changes have added to the counters of companies. */
  fold_counters: Record<string, never>
  /** Tells people and managers whose service ends, and managers whose balance is low; once for each threshold. */
  service_notices: Record<string, never>
  /** Closes an order whose time to pay is over. */
  close_order: { company_id: string; order_id: string }
  /** Finds the orders whose time to pay is over; once a minute. */
  close_overdue: Record<string, never>
  /** Releases lines whose grace is over and frees addresses that have cooled. */
  keep_lines_up: Record<string, never>
  /** Places the orders of lines that renew themselves. */
  renew_lines: Record<string, never>
  /** Tells managers which lines near their end; once for each threshold. */
  line_notices: Record<string, never>
  /** Writes the rows of an employee import that was confirmed. */
  import_employees: { company_id: string; import_id: string }
  /** Writes the rows of an address import that an operator confirmed. */
  import_addresses: { import_id: string; actor: string }
  /** Gives the companies of a confirmed gift their coupons. */
  give_coupons: { gift_id: string }
  /** Asks the gateways about payments that stayed open. */
  reconcile_payments: Record<string, never>
  /** Puts price changes into force whose time has come. */
  apply_prices: Record<string, never>
  /** Sends one refund to its gateway, or asks after it. */
  send_refund: { company_id: string; refund_id: string }
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
  /** Many of one kind in one statement. They wait for whatever else is to be done: nobody's code stands behind them. */
  enqueueMany<Name extends JobName>(
    database: Database,
    name: Name,
    payloads: JobPayloads[Name][],
    options?: { attempts?: number },
  ): Promise<void>
}
