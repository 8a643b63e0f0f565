import { z } from 'zod'
import { id, line } from '../fields.ts'
import { record } from './record.ts'

export const department = record({
  dept_id: { answer: id },
  name: { answer: z.string(), set: line('部门名称', 30).optional() },
  /** Null means the top level. */
  parent_id: { answer: id.nullable(), set: id.nullable().optional() },
  /** Its place among its siblings, from 0; those after it move down. */
  sort: {
    answer: z.int(),
    set: z.int({ error: '顺序须为整数' }).min(0, '顺序从0开始').max(10_000, '顺序过大').optional(),
  },
  /** The people directly in this department. */
  people: { answer: z.int() },
  /** The people in this department and all below it. */
  people_in_all: { answer: z.int() },
})
