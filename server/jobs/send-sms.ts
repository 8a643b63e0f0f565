import sql from 'sql-template-tag'
import { maskPhone } from '#contract/rules.ts'
import { deriveKey } from '../config.ts'
import type { Database } from '../database/database.ts'
import { type ShortMessage, SmsFailure } from '../integrations/sms/sms.ts'
import { unseal } from '../security/seal.ts'
import type { JobPayloads } from './jobs.ts'
import type { RunningJob, TaskServices } from './tasks.ts'

/**
 * Sends one queued message and settles its row. It rejects only when another attempt follows: a job that has failed for
 * good ends like one that has succeeded, so that its row, with phone and code in it, does not stay.
 */
export async function sendSms(
  { config, system, sms }: TaskServices,
  { message_id: id, sealed }: JobPayloads['send_sms'],
  job: RunningJob,
): Promise<void> {
  const waiting = await system.row<{ stale: boolean }>(sql`
    select created_at < now() - interval '5 minutes' as stale from sms_message where id = ${id} and state = 'waiting'`)
  // Settled already, by this job before its process was killed.
  if (!waiting) return

  const settle = (state: 'sent' | 'failed', failure: string | null) => settleMessage(system, id, state, failure)
  let message: ShortMessage
  try {
    // What `queueSms` sealed; a seal that opens is of our making.
    message = JSON.parse(unseal(deriveKey(config, 'jobs'), Buffer.from(sealed, 'base64'), id)) as ShortMessage
  } catch (error) {
    job.log.error({ err: error }, '短信内容无法解封，已放弃')
    return settle('failed', '内容无法解封（主密钥已更换）')
  }
  // Everything up to here took its course, so that no stranger learns whose phone has an account. Counted nowhere:
  // a message that nobody was asked to deliver says nothing of the provider.
  if (message.silent) {
    await system.change(sql`delete from sms_message where id = ${id}`)
    return
  }
  // The worker was away: nobody waits for this code any more, and most have asked for another.
  if (waiting.stale && message.template === 'code') return settle('failed', '验证码已过有效期，未发送')

  try {
    await sms.send(message, id)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const failure = reason.replaceAll(message.phone, maskPhone(message.phone)).slice(0, 300)
    const again = !(error instanceof SmsFailure && !error.retry) && !job.lastAttempt
    // Rethrown without its cause: the SDKs' errors carry the request, with the phone and the code.
    if (again) throw new Error(failure)
    job.log.error({ failure }, '短信发送失败')
    return settle('failed', failure)
  }
  await settle('sent', null)
}

async function settleMessage(system: Database, id: string, state: 'sent' | 'failed', failure: string | null) {
  await system.change(sql`
    update sms_message set state = ${state}, failure = ${failure}, settled_at = now()
    where id = ${id} and state = 'waiting'`)
}
