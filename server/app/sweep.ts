import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'
import { removeUnusedFiles } from '#server/engines/files/unused.ts'
import type { RunningJob } from '#server/engines/jobs/task.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'

/** A batch of this size takes some milliseconds, so nobody waits behind its locks. */
const batch = 2_000
/** A flood is swept over several hours rather than in one. */
const batchesEachRun = 200

/** Outdated rows. Each statement removes one batch; if two replicas sweep at once, they share the rows. */
const outdated: Record<string, Sql> = {
  limit_counter: sql`
    delete from limit_counter where ctid = any(array(select ctid from limit_counter
      where window_start < now() - interval '2 days' limit ${batch} for update skip locked))`,
  login_throttle: sql`
    delete from login_throttle where ctid = any(array(select ctid from login_throttle
      where updated_at < now() - interval '2 days' limit ${batch} for update skip locked))`,
  verification_code: sql`
    delete from verification_code where ctid = any(array(select ctid from verification_code
      where created_at < now() - interval '2 days' limit ${batch} for update skip locked))`,
  spent_proof: sql`
    delete from spent_proof where ctid = any(array(select ctid from spent_proof
      where expires_at < now() limit ${batch} for update skip locked))`,
  // A session ends at most 30 days before it would have expired; the first condition lets the index find it.
  session: sql`
    delete from session where ctid = any(array(select ctid from session
      where expires_at < now() - interval '60 days' and least(expires_at, ended_at) < now() - interval '90 days' limit ${batch} for update skip locked))`,
  sms_message: sql`
    delete from sms_message where ctid = any(array(select ctid from sms_message
      where created_at < now() - interval '180 days' limit ${batch} for update skip locked))`,
  invitation: sql`
    delete from invitation where ctid = any(array(select ctid from invitation
      where expires_at < now() - interval '7 days' limit ${batch} for update skip locked))`,
  // Unconfirmed imports go after a day, results after a month.
  employee_import: sql`
    delete from employee_import where ctid = any(array(select ctid from employee_import
      where created_at < now() - interval '1 day' and state <> 'running'
        and (state = 'previewed' or created_at < now() - interval '30 days') limit ${batch} for update skip locked))`,
  address_import: sql`
    delete from address_import where ctid = any(array(select ctid from address_import
      where created_at < now() - interval '1 day' and state <> 'running'
        and (state = 'previewed' or created_at < now() - interval '30 days') limit ${batch} for update skip locked))`,
  // Only unconfirmed gifts go; confirmed ones stay on record.
  coupon_gift: sql`
    delete from coupon_gift where ctid = any(array(select ctid from coupon_gift
      where created_at < now() - interval '1 day' and state = 'previewed' limit ${batch} for update skip locked))`,
  admin_captcha: sql`
    delete from admin_captcha where ctid = any(array(select ctid from admin_captcha
      where created_at < now() - interval '2 days' limit ${batch} for update skip locked))`,
  // By then nobody repeats a request that was not answered.
  idempotency_key: sql`
    delete from idempotency_key where ctid = any(array(select ctid from idempotency_key
      where created_at < now() - interval '7 days' limit ${batch} for update skip locked))`,
  replica: sql`
    delete from replica where ctid = any(array(select ctid from replica
      where seen_at < now() - interval '7 days' limit ${batch} for update skip locked))`,
  push: sql`
    delete from push where ctid = any(array(select ctid from push
      where created_at < now() - interval '90 days' limit ${batch} for update skip locked))`,
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

/** Removes outdated rows. It runs hourly, and a second run does no harm. */
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
  const files = await removeUnusedFiles({ system, storage }, stopping)
  if (files) removed.stored_file = files
  if (Object.keys(removed).length) log.info({ removed }, '已清理过期数据')
}
