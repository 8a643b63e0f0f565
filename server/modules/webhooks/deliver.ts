import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { paths } from '#contract/paths.ts'
import { webhookPatienceDays } from '#contract/webhook-names.ts'
import { openWith } from '#server/core/keyring.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { ringAnew } from '#server/engines/notices/notices.ts'
import { postWebhook } from '#server/integrations/webhooks/send.ts'
import { signedHeaders } from '#server/integrations/webhooks/signature.ts'
import {
  disableWebhook,
  type Leased,
  leaseWebhooks,
  nextAttempt,
  nextMessages,
  noteFailure,
  noteTaken,
  release,
} from './delivery.sql.ts'
import { bodyOf, type Event, eventsOf, messageName } from './events.sql.ts'
import { deliverWebhooksJob } from './jobs.ts'

/** Webhooks that one process tells at a time. A slow receiver holds up its own events alone. */
const atOnce = 20
/** Messages that are read at a time. */
const batch = 50
/** Milliseconds after which a run leaves the rest to the next one, so that other jobs have their turn. */
const runFor = 8_000
/** Milliseconds that a run waits for the next attempt rather than coming again. */
const shortWait = 500

/** A portal's runs share a turn: whatever their receivers do, they hold one of its workers. */
const running = new WeakSet<Database>()

/** Delivers what waits, in its order for each webhook, and comes again when the next attempt is due. */
export async function deliverWebhooks(services: TaskServices, _payload: object, job: RunningJob): Promise<void> {
  const { system } = services
  if (running.has(system)) return
  running.add(system)
  const until = Date.now() + runFor
  try {
    while (!job.stopping.aborted && Date.now() < until) {
      const lease = randomUUID()
      const webhooks = await leaseWebhooks(system, lease, atOnce)
      await Promise.all(
        webhooks.map(webhook => deliverTo(services, webhook, lease, () => job.stopping.aborted || Date.now() > until)),
      )
      if (webhooks.length) continue
      const next = await nextAttempt(system)
      const wait = next ? next.getTime() - Date.now() : Number.POSITIVE_INFINITY
      if (wait > shortWait) break
      await sleep(Math.max(1, wait), undefined, { signal: job.stopping }).catch(() => {})
    }
  } finally {
    running.delete(system)
  }
  const next = await nextAttempt(system)
  if (next) await services.jobs.enqueue(system, deliverWebhooksJob, {}, { runAt: next, key: 'deliver_webhooks_later' })
}

/** Tells one webhook its events until none waits, one fails, or the time is over. */
async function deliverTo(services: TaskServices, webhook: Leased, lease: string, isOver: () => boolean): Promise<void> {
  const { system, config, log } = services
  let secrets: string[]
  try {
    const open = (sealed: Buffer) => openWith(config, 'webhook-secret', sealed, webhook.webhook_id)
    secrets = [webhook.secret_sealed, ...(webhook.former_sealed ? [webhook.former_sealed] : [])].map(open)
  } catch (err) {
    log.error({ err, webhook: webhook.webhook_id }, 'a webhook has no usable secret and waits for another one')
    return giveUp(services, webhook, '签名密钥已不可用，请轮换密钥后重新启用')
  }
  for (;;) {
    const events = await eventsOf(system, webhook.company_id, await nextMessages(system, webhook, batch))
    if (!events.length) break
    for (const event of events) {
      if (isOver()) {
        await release(system, lease, webhook)
        return
      }
      if (!(await deliver(services, webhook, lease, event, secrets))) return
    }
  }
  await release(system, lease, webhook)
}

/** Sends one event. Returns whether the next one may follow. */
async function deliver(
  services: TaskServices,
  webhook: Leased,
  lease: string,
  event: Event,
  secrets: string[],
): Promise<boolean> {
  const { system, config } = services
  const body = bodyOf(event)
  const message = { id: messageName(event.message_id), timestamp: Math.floor(Date.now() / 1000), body }
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': `${config.brandLatin}-Webhooks/1`,
    ...signedHeaders(message, secrets),
  }
  const began = performance.now()
  const sent = await postWebhook(webhook.url, { headers, body, allowPrivate: config.webhookPrivate })
  const attempt = { ...sent, messageId: event.message_id, ms: Math.round(performance.now() - began) }
  if (!sent.problem) return noteTaken(system, webhook, lease, attempt)
  const failed = await noteFailure(system, webhook, lease, attempt, config.webhookRetryMs)
  // 410 is how a receiver says that it wants no more.
  if (failed && (failed.worn_out || sent.status === 410)) {
    const reason =
      sent.status === 410 ? '对方答复不再接收（410）' : `连续 ${webhookPatienceDays} 天没有送达（${sent.problem}）`
    await giveUp(services, webhook, reason)
  }
  return false
}

/** Disables a webhook and tells the managers, once. What waits is kept for when it is enabled again. */
async function giveUp(services: TaskServices, webhook: Leased, reason: string): Promise<void> {
  const { company_id, webhook_id, url } = webhook
  const name = new URL(url).host
  await services.system.transaction(async transaction => {
    if (!(await disableWebhook(transaction, webhook))) return
    await asCompany(transaction, company_id, company =>
      recordActivity(company, company_id, [{ action: 'webhook.disabled', id: webhook_id, name, detail: reason }]),
    )
    await ringAnew(transaction, services, {
      to: { managersOfCompany: company_id },
      kind: 'webhook_disabled',
      subject: `webhook:${webhook_id}`,
      title: 'Webhook 已停用',
      text: `发往 ${name} 的事件${reason}，已停用。没有送达的事件保留 30 天，修复后重新启用即按次序送达。`,
      link: paths.openInterfaces,
    })
  })
}
