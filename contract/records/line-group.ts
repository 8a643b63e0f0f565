import { z } from 'zod'
import { id, line } from '../fields.ts'
import { lineGroupFields } from './line-fields.ts'
import { record } from './record.ts'

const { name, remark } = lineGroupFields

export const lineGroup = record({
  group_id: { answer: id },
  name: { answer: z.string(), set: line(name.label, name.max) },
  remark: { answer: z.string(), set: line(remark.label, remark.max, 0).default('') },
  lines: { answer: z.int() },
  departments: { answer: z.int() },
  employees: { answer: z.int() },
})
