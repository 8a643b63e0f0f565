import { z } from 'zod'
import { activityNames } from '../activity-names.ts'
import { id, instant, line } from '../fields.ts'
import { keysOf } from '../typed-keys.ts'
import { webhookFields, webhookMessageStates, webhookStates } from '../webhook-names.ts'
import { record } from './record.ts'

const { url, description } = webhookFields

const eventNames = keysOf(activityNames)

/** The destination, a URL without a user name, password or fragment. */
const address = line(url.label, url.max).pipe(
  z
    .url({ protocol: /^https?$/, error: '应为 https:// 开头的网址' })
    .refine(value => !/#|\\|^https?:\/\/[^/?]*@/.test(value), { error: '网址里不能有账号、密码与 # 之后的部分' }),
)
const events = z
  .array(z.enum(eventNames, { error: '事件不正确' }))
  .min(1, '请选择事件')
  .max(eventNames.length, '事件重复')
  .nullable()

/** A company's system that receives events. */
export const webhook = record({
  webhook_id: { answer: id },
  url: { answer: z.string(), create: address, set: address.optional() },
  description: {
    answer: z.string(),
    create: line(description.label, description.max, 0).default(''),
    set: line(description.label, description.max, 0).optional(),
  },
  /** The events that it receives; null for all. */
  events: { answer: events, create: events.default(null), set: events.optional() },
  state: { answer: z.enum(webhookStates), set: z.enum(webhookStates, { error: '状态不正确' }).optional() },
  created_at: { answer: instant },
  /** The time since which no event was accepted; null while deliveries succeed. */
  failing_since: { answer: instant.nullable() },
  next_attempt_at: { answer: instant.nullable() },
  disabled_at: { answer: instant.nullable() },
  /** The end of the period during which messages carry the former secret's signature as well. */
  former_until: { answer: instant.nullable() },
})

/** One event for one webhook. */
export const webhookMessage = record({
  message_id: { answer: id },
  type: { answer: z.enum(eventNames) },
  state: { answer: z.enum(webhookMessageStates) },
  subject_name: { answer: z.string() },
  created_at: { answer: instant },
  delivered_at: { answer: instant.nullable() },
  attempts: { answer: z.int() },
})

/** One attempt to deliver it. */
export const webhookAttempt = record({
  at: { answer: instant },
  /** The HTTP status; null without an answer. */
  status: { answer: z.int().nullable() },
  ms: { answer: z.int() },
  /** The beginning of the answer. */
  answer: { answer: z.string() },
  /** Why it does not count as delivered; null if it does. */
  problem: { answer: z.string().nullable() },
})
