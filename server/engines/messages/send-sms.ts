import { z } from 'zod'
import { maskPhone } from '#contract/rules.ts'
import { openWith } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { type ShortMessage, SmsFailure } from '#server/integrations/sms/sms.ts'

/** The attempt from which on a message is given up if the provider does not answer. */
const maxUnanswered = 2

const waitingMessage = z.object({ stale: z.boolean() })

/**
 * Sends one queued message and settles its row. Rejects only if another attempt follows: a job that failed for good ends like a
 * successful one, so that its row, which contains the phone and the code, is not kept.
 */
export async function sendSms(
  { config, system, sms }: Pick<TaskServices, 'config' | 'system' | 'sms'>,
  { message_id: id, sealed }: { message_id: string; sealed: string },
  job: RunningJob,
): Promise<void> {
  const waiting = await system.row(waitingMessage)`
    select created_at < now() - interval '5 minutes' as stale from sms_message where id = ${id} and state = 'waiting'`
  // This job had settled the row before its process was killed.
  if (!waiting) return

  const settle = (state: 'sent' | 'failed', failure: string | null, ofProvider = false) =>
    settleMessage(system, id, { state, failure, ofProvider })
  let message: ShortMessage
  try {
    // Sealed by `queueSms`; a seal that opens was made by the portal.
    message = JSON.parse(openWith(config, 'jobs', Buffer.from(sealed, 'base64'), id)) as ShortMessage
  } catch (error) {
    job.log.error({ err: error }, '短信内容无法解封，已放弃')
    return settle('failed', '内容无法解封（主密钥已更换）')
  }
  // Everything up to here is the same, so that strangers do not learn whose phone has an account. The message is not counted,
  // because one that was never delivered says nothing about the provider.
  if (message.silent) {
    await system.change`delete from sms_message where id = ${id}`
    return
  }
  // The worker was away. Nobody is waiting for this code any more, and most people have requested another.
  if (waiting.stale && message.template === 'code') return settle('failed', '验证码已过有效期，未发送')

  try {
    await sms.send(message, id)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const failure = reason.replaceAll(message.phone, maskPhone(message.phone)).slice(0, 300)
    const { retry = true, recipient = false, lateAcceptance } = error instanceof SmsFailure ? error : {}
    if (lateAcceptance) void recordTaken(system, id, lateAcceptance, job)
    // Each repetition of a message that may have been sent reaches the phone once more.
    const again = retry && !job.lastAttempt && !(lateAcceptance && job.attempt >= maxUnanswered)
    // Rethrown without the cause, because the SDKs' errors contain the request with the phone and the code.
    if (again) throw new Error(failure)
    job.log.error({ failure }, '短信发送失败')
    return settle('failed', failure, !recipient)
  }
  await settle('sent', null)
}

interface Outcome {
  state: 'sent' | 'failed'
  failure: string | null
  /** True if the provider is at fault, rather than the phone or the portal. */
  ofProvider: boolean
}

async function settleMessage(system: Database, id: string, { state, failure, ofProvider }: Outcome) {
  await system.change`
    update sms_message set state = ${state}, failure = ${failure}, provider_fault = ${ofProvider}, settled_at = now()
    where id = ${id} and state = 'waiting'`
}

/**
 * Records a provider's answer after the timeout: a slow provider has accepted the message, which is not sent again, and is not
 * down. Only the requesting process receives this answer.
 */
async function recordTaken(system: Database, id: string, lateAcceptance: Promise<boolean>, { log }: RunningJob) {
  if (!(await lateAcceptance)) return
  await system.change`
    update sms_message set state = 'sent', failure = null, settled_at = now() where id = ${id} and state <> 'sent'`.catch(
    error => log.warn({ err: error }, '短信的迟到应答没有记下'),
  )
}
