import { z } from 'zod'
import { hoursPattern } from '../access-times.ts'
import { id, instant, line, moment } from '../fields.ts'
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

/** The limits of a grant; null means no limit. */
export const grantTimes = record({
  until: { answer: instant.nullable(), set: moment('到期时间不正确').nullable() },
  hours: {
    answer: z.string().nullable(),
    set: z.string({ error: '时段不正确' }).regex(hoursPattern, '时段不正确').nullable(),
  },
})
