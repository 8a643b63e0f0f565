import sql from 'sql-template-tag'
import { z } from 'zod'
import { paths } from '#contract/paths.ts'
import { webhookDisableAfterDays } from '#contract/webhook-names.ts'
import { openWith } from '#server/core/keyring.ts'
import { asCompany } from '#server/database/as-company.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { renotify } from '#server/engines/notices/notices.ts'
import { deliverOutbox } from '#server/engines/outbox/outbox.ts'
import { postWebhook } from '#server/integrations/webhooks/send.ts'
import { signedHeaders } from '#server/integrations/webhooks/signature.ts'
import { bodyOf, eventsOf, messageName } from './events.sql.ts'
import { deliverWebhooksJob } from './jobs.ts'

const outbox = {
  receivers: sql`webhook`,
  messages: sql`webhook_message`,
  attempts: sql`webhook_attempt`,
  receiverId: sql`webhook_id`,
  receiver: z.object({
    url: z.string(),
    secret_sealed: z.instanceof(Buffer),
    former_sealed: z.array(z.instanceof(Buffer)),
  }),
  columns: sql`url, secret_sealed, array(
    select former_sealed where former_until > now() union all
    select sealed from webhook_former_secret former
    where former.company_id = receiver.company_id and former.webhook_id = receiver.id and former.until > now()
  ) as former_sealed`,
  patience: webhookDisableAfterDays * 24,
  longestWait: 6 * 3600 * 1000,
}

/** Sends the companies' systems their waiting messages. */
export const deliverWebhooks = deliverOutbox({
  outbox,
  job: deliverWebhooksJob,
  open: ({ config }, { receiver_id, secret_sealed, former_sealed }) =>
    [secret_sealed, ...former_sealed].map(sealed => openWith(config, 'webhook-secret', sealed, receiver_id)),
  unopened: '签名密钥已不可用，请轮换密钥后重新启用',
  load: (system, { company_id }, messageIds) => eventsOf(system, company_id, messageIds),
  async send({ config }, { url }, secrets, event) {
    const body = bodyOf(event)
    const message = { id: messageName(event.message_id), timestamp: Math.floor(Date.now() / 1000), body }
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': `${config.brandLatin}-Webhooks/1`,
      ...signedHeaders(message, secrets),
    }
    return postWebhook(url, { headers, body, allowPrivate: config.webhookPrivate })
  },
  pace: () => 0,
  firstWait: config => config.webhookRetryMs,
  // With 410 a receiver refuses all further messages.
  async giveUpReason({ status, problem }, { worn_out }) {
    if (status === 410) return '对方答复不再接收（410）'
    return worn_out ? `连续 ${webhookDisableAfterDays} 天没有送达（${problem}）` : undefined
  },
  async disabled(transaction, services, { company_id, receiver_id, url }, reason) {
    const name = new URL(url).host
    await asCompany(transaction, company_id, company =>
      recordActivity(company, company_id, [{ action: 'webhook.disabled', id: receiver_id, name, detail: reason }]),
    )
    await renotify(transaction, services, {
      to: { managersOfCompany: company_id },
      kind: 'webhook_disabled',
      subject: `webhook:${receiver_id}`,
      title: 'Webhook 已停用',
      text: `发往 ${name} 的事件${reason}，已停用。没有送达的事件保留 30 天，修复后重新启用即按次序送达。`,
      link: paths.openInterfaces,
    })
  },
})
