import { z } from 'zod'
import { id, line } from '../fields.ts'
import { record } from './record.ts'

export const department = record({
  dept_id: { answer: id },
  name: { answer: z.string(), set: line('部门名称', 30).optional() },
  /** null means the top level. */
  parent_id: { answer: id.nullable(), set: id.nullable().optional() },
  /** Its place among its siblings, from 0; the others make room. */
  sort: {
    answer: z.int(),
    set: z.int({ error: '顺序须为整数' }).min(0, '顺序从0开始').max(10_000, '顺序过大').optional(),
  },
  /** Counts the people of this department itself. */
  people: { answer: z.int() },
  /** Counts them together with those of all departments below. */
  people_in_all: { answer: z.int() },
})
