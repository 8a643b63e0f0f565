import { randomUUID } from 'node:crypto'
import { maxFormerSecrets, maxWebhooks } from '#contract/webhook-names.ts'
import { sealWith } from '#server/core/keyring.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { settleNotices } from '#server/engines/notices/notices.ts'
import { wakeDelivery } from '#server/engines/outbox/wake.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { addressProblem } from '#server/integrations/outbound/public-only.ts'
import { newWebhookSecret } from '#server/integrations/webhooks/signature.ts'
import { bodyOf, eventsOf, messageName } from './events.sql.ts'
import {
  countMessages,
  deleteWebhook,
  findMessage,
  findWebhook,
  insertWebhook,
  listAttempts,
  listMessages,
  listWebhooks,
  lockWebhook,
  replaceSecret,
  replayMessages,
  skipMessage,
  updateWebhook,
} from './webhooks.sql.ts'

const hostOf = (url: string) => new URL(url).host

/** Returns the address in its stored form, or refuses one that could never be delivered to. */
function usableAddress(url: string, allowPrivate: boolean): string {
  const problem = addressProblem(url, allowPrivate)
  if (problem) throw new Refusal(-55002, problem)
  return new URL(url).href
}

export const webhooksCalls = {
  async getWebhookList({ company, membership: { companyId } }) {
    const list = await listWebhooks(company, companyId)
    return { list, total: list.length }
  },

  async createWebhook({ company, services: { config }, membership: { companyId } }, { url, description, events }) {
    const address = usableAddress(url, config.webhookPrivate)
    const [webhookId, secret] = [randomUUID(), newWebhookSecret()]
    const sealed = sealWith(config, 'webhook-secret', secret, webhookId)
    const webhook = { companyId, webhookId, url: address, description, events, sealed }
    if (!(await insertWebhook(company, webhook))) throw new Refusal(-55003, maxWebhooks)
    const detail = events ? events.join('、') : '全部事件'
    await recordActivity(company, companyId, [
      { action: 'webhook.added', id: webhookId, name: hostOf(address), detail },
    ])
    return { webhook_id: webhookId, secret }
  },

  async setWebhook({ company, system, services: { config }, membership: { companyId } }, input) {
    const { webhook_id, seen: _, ...settings } = input
    const address = settings.url === undefined ? undefined : usableAddress(settings.url, config.webhookPrivate)
    const before = orRefuse(await lockWebhook(company, companyId, webhook_id), -55001)
    await requireSeen(
      company,
      input,
      before,
      editedInActivity(companyId, webhook_id, () => [['webhook.changed']]),
    )
    const { events = before.events, state = before.state, description = before.description } = settings
    const after = { url: address ?? before.url, description, events, state }
    await updateWebhook(company, companyId, webhook_id, after)
    await wakeDelivery(company, companyId, 'webhooks')
    const changes = [
      after.url !== before.url && `地址 ${hostOf(before.url)} → ${hostOf(after.url)}`,
      JSON.stringify(events) !== JSON.stringify(before.events) && (events ? events.join('、') : '全部事件'),
      state !== before.state && (state === 'active' ? '启用' : '停用'),
    ]
    const detail = changes.filter(Boolean).join('；')
    await recordActivity(company, companyId, [
      { action: 'webhook.changed', id: webhook_id, name: hostOf(after.url), detail },
    ])
    if (state === 'active') await settleNotices(system, companyId, [`webhook:${webhook_id}`])
  },

  async rotateWebhookSecret(
    { company, services: { config }, membership: { companyId } },
    { webhook_id, overlap_hours: overlapHours },
  ) {
    const secret = newWebhookSecret()
    const sealed = sealWith(config, 'webhook-secret', secret, webhook_id)
    const webhook = orRefuse(await lockWebhook(company, companyId, webhook_id), -55001)
    if (!(await replaceSecret(company, { companyId, webhookId: webhook_id, sealed, overlapHours })))
      throw new Refusal(-55006, maxFormerSecrets)
    const detail = overlapHours ? `${overlapHours} 小时内同时用新旧两个密钥签名` : '原来的密钥立即失效'
    const name = hostOf(webhook.url)
    await recordActivity(company, companyId, [{ action: 'webhook.rotated', id: webhook_id, name, detail }])
    return { secret }
  },

  async deleteWebhook({ company, membership: { companyId } }, { webhook_id }) {
    const webhook = orRefuse(await deleteWebhook(company, companyId, webhook_id), -55001)
    const name = hostOf(webhook.url)
    await recordActivity(company, companyId, [{ action: 'webhook.deleted', id: webhook_id, name }])
  },

  async getWebhookMessageList({ company, membership: { companyId } }, { webhook_id, state, ...paging }) {
    if (!(await findWebhook(company, companyId, webhook_id))) throw new Refusal(-55001)
    const [list, total] = await together(company, database => [
      listMessages(database, companyId, { webhookId: webhook_id, state }, pageOf(paging)),
      countMessages(database, companyId, webhook_id, state),
    ])
    return { list, total }
  },

  async getWebhookMessage({ company, membership: { companyId } }, { webhook_id, message_id }) {
    if (!(await findWebhook(company, companyId, webhook_id))) throw new Refusal(-55001)
    const [message, [event], attempts] = await together(company, database => [
      findMessage(database, companyId, webhook_id, message_id),
      eventsOf(database, companyId, [message_id]),
      listAttempts(database, companyId, message_id),
    ])
    if (!message || !event) throw new Refusal(-55004)
    const headers = { 'content-type': 'application/json; charset=utf-8', 'webhook-id': messageName(message_id) }
    return { message, body: bodyOf(event), headers, attempts }
  },

  async skipWebhookMessage({ company, membership: { companyId } }, { webhook_id, message_id }) {
    const webhook = orRefuse(await lockWebhook(company, companyId, webhook_id), -55001)
    if (!(await skipMessage(company, companyId, webhook_id, message_id))) throw new Refusal(-55005)
    await wakeDelivery(company, companyId, 'webhooks')
    const name = hostOf(webhook.url)
    await recordActivity(company, companyId, [
      { action: 'webhook.skipped', id: webhook_id, name, detail: messageName(message_id) },
    ])
  },

  async replayWebhook({ company, membership: { companyId } }, { webhook_id, message_id, since, before }) {
    if (message_id === undefined && since === undefined)
      throw new Refusal(-41003, 'message_id', '请写明一个事件，或开始的时间')
    const webhook = orRefuse(await lockWebhook(company, companyId, webhook_id), -55001)
    const messages = await replayMessages(company, companyId, webhook_id, {
      messageId: message_id,
      since,
      before,
    })
    if (!messages) throw new Refusal(-55004)
    await wakeDelivery(company, companyId, 'webhooks')
    const detail = `${messages} 个事件`
    await recordActivity(company, companyId, [
      { action: 'webhook.replayed', id: webhook_id, name: hostOf(webhook.url), detail },
    ])
    return { messages }
  },
} satisfies SomeHandlers
