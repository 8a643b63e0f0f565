import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { Storage } from '../integrations/storage/storage.ts'
import { removeOldExports } from '../uploads/exports.ts'
import type { RunningJob } from './tasks.ts'

/** Few enough rows for a statement of some milliseconds: nobody waits behind its locks. */
const batch = 2_000
/** A flood is swept over several hours rather than in one. */
const batchesEachRun = 200

/** What has had its time. Each statement removes one batch; where two replicas sweep at once, they share the rows. */
const outdated: Record<string, Sql> = {
  limit_counter: sql`
    delete from limit_counter where ctid = any(array(select ctid from limit_counter
      where window_start < now() - interval '2 days' limit ${batch} for update skip locked))`,
  login_throttle: sql`
    delete from login_throttle where ctid = any(array(select ctid from login_throttle
      where updated_at < now() - interval '1 day' limit ${batch} for update skip locked))`,
  verification_code: sql`
    delete from verification_code where ctid = any(array(select ctid from verification_code
      where created_at < now() - interval '2 days' limit ${batch} for update skip locked))`,
  spent_proof: sql`
    delete from spent_proof where ctid = any(array(select ctid from spent_proof
      where expires_at < now() limit ${batch} for update skip locked))`,
  // A session ends at most 30 days before it would have expired: the first condition is what the index finds.
  session: sql`
    delete from session where ctid = any(array(select ctid from session
      where expires_at < now() - interval '60 days' and least(expires_at, ended_at) < now() - interval '90 days' limit ${batch} for update skip locked))`,
  sms_message: sql`
    delete from sms_message where ctid = any(array(select ctid from sms_message
      where created_at < now() - interval '180 days' limit ${batch} for update skip locked))`,
  invitation: sql`
    delete from invitation where ctid = any(array(select ctid from invitation
      where expires_at < now() - interval '7 days' limit ${batch} for update skip locked))`,
  // What was never confirmed goes after a day, results after a month.
  employee_import: sql`
    delete from employee_import where ctid = any(array(select ctid from employee_import
      where created_at < now() - interval '1 day' and state <> 'running'
        and (state = 'previewed' or created_at < now() - interval '30 days') limit ${batch} for update skip locked))`,
  address_import: sql`
    delete from address_import where ctid = any(array(select ctid from address_import
      where created_at < now() - interval '1 day' and state <> 'running'
        and (state = 'previewed' or created_at < now() - interval '30 days') limit ${batch} for update skip locked))`,
  // Never confirmed; what was given stays on record.
  coupon_gift: sql`
    delete from coupon_gift where ctid = any(array(select ctid from coupon_gift
      where created_at < now() - interval '1 day' and state = 'previewed' limit ${batch} for update skip locked))`,
  admin_captcha: sql`
    delete from admin_captcha where ctid = any(array(select ctid from admin_captcha
      where created_at < now() - interval '2 days' limit ${batch} for update skip locked))`,
  // By then nobody tries again what was not answered.
  operator_request: sql`
    delete from operator_request where ctid = any(array(select ctid from operator_request
      where created_at < now() - interval '7 days' limit ${batch} for update skip locked))`,
  notice: sql`
    delete from notice where ctid = any(array(select ctid from notice
      where created_at < now() - interval '180 days' limit ${batch} for update skip locked))`,
  payment_notification: sql`
    delete from payment_notification where ctid = any(array(select ctid from payment_notification
      where received_at < now() - interval '180 days' limit ${batch} for update skip locked))`,
  demo_outbox: sql`
    delete from demo_outbox where ctid = any(array(select ctid from demo_outbox
      where at < now() - interval '1 day' limit ${batch} for update skip locked))`,
}

/** Removes what has had its time; run hourly. Twice does no harm. */
export async function sweep(
  { system, storage }: { system: Database; storage: Storage },
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  const removed: Record<string, number> = {}
  for (const [table, statement] of Object.entries(outdated)) {
    let total = 0
    for (let round = 0; round < batchesEachRun && !stopping.aborted; round++) {
      const count = await system.change(statement)
      total += count
      if (count < batch) break
    }
    if (total) removed[table] = total
  }
  const exports = await removeOldExports(system, storage, stopping)
  if (exports) removed.stored_file = exports
  if (Object.keys(removed).length) log.info({ removed }, '已清理过期数据')
}
