import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { channelFields, channelStates } from './channel-fields.ts'
import { record } from './record.ts'

const { name, greeting, contact_name, contact_phone, commission_percent } = channelFields

/** A partner. `set` holds what adding or changing one takes. */
export const channel = record({
  channel_id: { answer: id },
  name: { answer: z.string(), set: line(name.label, name.max) },
  greeting: { answer: z.string(), set: line(greeting.label, greeting.max, 0) },
  contact_name: { answer: z.string(), set: line(contact_name.label, contact_name.max, 0) },
  /** Masked in answers; empty when there is none. */
  contact_phone: {
    answer: z.string(),
    set: z
      .string()
      .regex(/^[0-9+() -]{5,20}$/, `${contact_phone.label}格式不正确`)
      .optional(),
  },
  state: { answer: z.enum(channelStates), end: z.enum(channelStates) },
  /** Applies to orders that are not settled yet. */
  commission_percent: {
    answer: z.number(),
    commission: z
      .number({ error: `请输入${commission_percent.label}` })
      .min(0, `${commission_percent.label}不能为负`)
      .max(commission_percent.max, `${commission_percent.label}最多${commission_percent.max}%`)
      .multipleOf(0.01, '最多两位小数'),
  },
  created_at: { answer: instant },
})
export type Channel = z.output<typeof channel.schema>
