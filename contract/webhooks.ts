import { z } from 'zod'
import { call } from './call.ts'
import { id, listOf, moment, paging } from './fields.ts'
import { webhook, webhookAttempt, webhookMessage } from './records/webhook.ts'
import { maxOverlapHours } from './scope-names.ts'
import { webhookMessageStates } from './webhook-names.ts'

export const getWebhookList = call({
  path: '/v1/company/getWebhookList',
  effect: 'read',
  access: 'manager',
  about: '企业接收事件的地址（Webhook），以及各自还没有送达的事件数（最多数到一万）。',
  output: listOf(webhook.schema.extend({ pending: z.int() })),
})

export const createWebhook = call({
  path: '/v1/company/createWebhook',
  effect: 'change',
  proof: 'fresh',
  activity: 'webhook.added',
  access: 'manager',
  about:
    '添加一个接收事件的地址，须为 https。事件与操作记录同名，events 为 null 表示全部；按 Standard Webhooks 签名，密钥在应答里。',
  input: z.strictObject(webhook.input('create')),
  output: z.object({ webhook_id: id, secret: z.string() }),
  codes: [-55002, -55003],
})

export const setWebhook = call({
  path: '/v1/company/setWebhook',
  effect: 'change',
  proof: 'fresh',
  activity: 'webhook.changed',
  access: 'manager',
  about: '修改地址、说明与事件，或停用、重新启用；停用期间的事件留着，启用后按次序送达。只改动带上的项。',
  input: z.strictObject({ webhook_id: id, ...webhook.edit('set') }),
  codes: [-53022, -55001, -55002],
})

export const rotateWebhookSecret = call({
  path: '/v1/company/rotateWebhookSecret',
  effect: 'change',
  proof: 'fresh',
  activity: 'webhook.rotated',
  access: 'manager',
  about: '换一个签名密钥；之后 overlap_hours 小时之内同时带着新旧两个签名。旧密钥至多十个同时有效。',
  input: z.strictObject({
    webhook_id: id,
    overlap_hours: z
      .int({ error: '小时数须为整数' })
      .min(0, '至少0小时')
      .max(maxOverlapHours, `最多${maxOverlapHours}小时`),
  }),
  output: z.object({ secret: z.string() }),
  codes: [-55001, -55006],
})

export const deleteWebhook = call({
  path: '/v1/company/deleteWebhook',
  effect: 'change',
  activity: 'webhook.deleted',
  access: 'manager',
  about: '删除 Webhook，连同还没有送达的事件。',
  input: z.strictObject({ webhook_id: id }),
  success: 'Webhook 已删除',
  codes: [-55001],
})

export const getWebhookMessageList = call({
  path: '/v1/company/getWebhookMessageList',
  effect: 'read',
  access: 'manager',
  about: '一个 Webhook 三十天之内的事件，最新的在前；total 最多数到一万。',
  input: z.strictObject({
    webhook_id: id,
    state: z.enum(webhookMessageStates, { error: '状态不正确' }).optional(),
    ...paging,
  }),
  output: listOf(webhookMessage.schema),
  codes: [-55001],
})

export const getWebhookMessage = call({
  path: '/v1/company/getWebhookMessage',
  effect: 'read',
  access: 'manager',
  about: '一个事件的正文与每次送达的结果（最近二十次）。',
  input: z.strictObject({ webhook_id: id, message_id: id }),
  output: z.object({
    message: webhookMessage.schema,
    /** The body as sent, and the headers that are the same in every attempt. */
    body: z.string(),
    headers: z.record(z.string(), z.string()),
    attempts: z.array(webhookAttempt.schema),
  }),
  codes: [-55001, -55004],
})

export const skipWebhookMessage = call({
  path: '/v1/company/skipWebhookMessage',
  effect: 'change',
  activity: 'webhook.skipped',
  access: 'manager',
  about: '不再送一个等待送达的事件，让它后面的继续；以后仍可重发。',
  input: z.strictObject({ webhook_id: id, message_id: id }),
  success: '已跳过，后面的事件继续送达',
  codes: [-55001, -55005],
})

export const replayWebhook = call({
  path: '/v1/company/replayWebhook',
  effect: 'change',
  activity: 'webhook.replayed',
  access: 'manager',
  about:
    '重发一个已送达或已跳过的事件（message_id），或 since 至 before 之间产生并已送达的（最多一万个，早的在前）。编号（webhook-id）不变，仍按原来的次序送达。',
  input: z.strictObject({
    webhook_id: id,
    message_id: id.optional(),
    since: moment('开始时间不正确').optional(),
    before: moment('结束时间不正确').optional(),
  }),
  output: z.object({ messages: z.int() }),
  codes: [-55001, -55004],
})
