import { z } from 'zod'
import { instant, line } from '../fields.ts'
import { hostPattern, isSyslogPort, logStreamFields, logStreamStates, portRule } from '../log-stream-names.ts'
import { record } from './record.ts'

const { host, ca } = logStreamFields

/** The destination of a company's log by syslog, and the position that it has reached. */
export const logStream = record({
  host: {
    answer: z.string(),
    set: line(host.label, host.max).regex(hostPattern, '应为域名或 IP 地址，不带 https:// 与端口').optional(),
  },
  port: { answer: z.int(), set: z.int({ error: portRule }).refine(isSyslogPort, portRule).optional() },
  /** The only authority that may have signed the receiver's certificate, in PEM; null for the public ones. */
  ca: {
    answer: z.string().nullable(),
    set: z
      .string({ error: '证书须为文字' })
      .max(ca.max, `证书最多${ca.max}个字`)
      .refine(value => value.isWellFormed() && !value.includes('\u0000'), '证书含有无法识别的字符')
      .nullable()
      .optional(),
  },
  /** `paused` is set by the portal after deliveries failed for days. */
  state: {
    answer: z.enum(logStreamStates),
    set: z.enum(['active', 'off'], { error: '状态不正确' }).optional(),
  },
  /** The number of the last entry that was sent, as in the NDJSON. */
  position: { answer: z.int() },
  failing_since: { answer: instant.nullable() },
  next_attempt_at: { answer: instant.nullable() },
  problem: { answer: z.string().nullable() },
  sent_at: { answer: instant.nullable() },
})
