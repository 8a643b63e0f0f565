import { z } from 'zod'
import {
  directoryFields,
  directoryLeavers,
  directoryLengths,
  directorySources,
  directorySuccessors,
  planKinds,
} from '../directory-names.ts'
import { id, instant, line } from '../fields.ts'
import { keysOf } from '../typed-keys.ts'
import { record } from './record.ts'

const sources = keysOf(directorySources)
const fields = keysOf(directoryFields)
const leavers = keysOf(directoryLeavers)
const successors = keysOf(directorySuccessors)

/** The source of a company's people. */
export const directory = record({
  source: { answer: z.enum(sources), set: z.enum(sources, { error: '目录的类型不正确' }) },
  owns: {
    answer: z.array(z.enum(fields)),
    set: z
      .array(z.enum(fields, { error: '由目录管理的项不正确' }))
      .max(fields.length, '由目录管理的项重复')
      .transform(owned => fields.filter(field => owned.includes(field))),
  },
  leaver: { answer: z.enum(leavers), set: z.enum(leavers, { error: '离职的处理不正确' }) },
  successor: { answer: z.enum(successors), set: z.enum(successors, { error: '交接的规则不正确' }) },
  successor_id: { answer: id.nullable(), set: id.nullable() },
  state: { answer: z.enum(['planned', 'active']) },
  compared_at: { answer: instant.nullable() },
  /** Why the comparison failed; null when it succeeded. */
  problem: { answer: z.string().nullable() },
})

/** The settings for reading the people of 企业微信, 钉钉 or 飞书. Answers never contain the secrets. */
export const directoryProvider = record({
  tenant: { answer: z.string(), set: line('企业编号', directoryLengths.tenant) },
  /** Empty for 企业微信, whose secret identifies the application. */
  client_id: { answer: z.string(), set: line('应用编号', directoryLengths.client_id, 0) },
  /** True when callbacks are set up, through which changes arrive immediately. */
  has_callback: { answer: z.boolean() },
  read_at: { answer: instant.nullable() },
  reading: { answer: z.boolean() },
  /** Why the last attempt to read it failed. */
  problem: { answer: z.string().nullable() },
})

/** One change that a comparison makes, or would make. */
export const planEntry = record({
  kind: { answer: z.enum(keysOf(planKinds)) },
  name: { answer: z.string() },
  detail: { answer: z.string() },
})

export const directoryPlan = z.object({
  departments: z.object({ added: z.int(), changed: z.int(), deleted: z.int() }),
  /** The number of people for each kind. */
  totals: z.record(z.enum(keysOf(planKinds)), z.int()),
  entries: z.array(planEntry.schema),
  /** More people would leave than a comparison may remove unattended. */
  alarming: z.boolean(),
})
