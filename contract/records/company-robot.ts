import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { robotFields, robotMessageStates, robotNotices, robotProviders, robotStates } from '../robot-names.ts'
import { keysOf } from '../typed-keys.ts'
import { record } from './record.ts'

const noticeNames = keysOf(robotNotices)
const provider = z.enum(robotProviders, { error: '请选择企业微信、钉钉或飞书' })
const kinds = z
  .array(z.enum(noticeNames, { error: '通知的种类不正确' }))
  .min(1, '请选择通知的种类')
  .max(noticeNames.length, '通知的种类重复')
const name = line(robotFields.name.label, robotFields.name.max)

/** A robot in a group chat of the company, which receives managers' notices. */
export const companyRobot = record({
  robot_id: { answer: id },
  provider: { answer: provider, create: provider },
  name: { answer: z.string(), create: name, set: name.optional() },
  /** The end of the address, by which managers tell robots apart; the address as a whole is a secret. */
  address_end: { answer: z.string() },
  kinds: { answer: kinds, create: kinds, set: kinds.optional() },
  state: { answer: z.enum(robotStates), set: z.enum(robotStates, { error: '状态不正确' }).optional() },
  created_at: { answer: instant },
  /** The time since which no message was accepted; null while deliveries succeed. */
  failing_since: { answer: instant.nullable() },
  disabled_at: { answer: instant.nullable() },
})

/** A message that a robot has sent or will send. */
export const robotMessage = record({
  message_id: { answer: id },
  title: { answer: z.string() },
  text: { answer: z.string() },
  state: { answer: z.enum(robotMessageStates) },
  created_at: { answer: instant },
  delivered_at: { answer: instant.nullable() },
  attempts: { answer: z.int() },
  /** Why the last attempt failed; null if it succeeded. */
  problem: { answer: z.string().nullable() },
})
