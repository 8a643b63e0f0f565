import { z } from 'zod'
import { text } from '../content-fields.ts'
import { day, id, instant } from '../fields.ts'
import { record } from './record.ts'

/** An operator's note about a company. With a day it is a follow-up, and its assignee is reminded on that day. */
export const companyNote = record({
  note_id: { answer: id },
  company_id: { answer: id },
  company_name: { answer: z.string() },
  text: { answer: z.string(), add: text('内容', 1_000).trim().min(1, '请输入内容') },
  author_name: { answer: z.string() },
  follow_up_on: { answer: z.string().nullable(), add: day('跟进日期格式不正确').optional() },
  /** The author, unless another operator is chosen. */
  assignee_id: { answer: id.nullable(), add: id.optional() },
  assignee_name: { answer: z.string().nullable() },
  done_at: { answer: instant.nullable() },
  done_by: { answer: z.string().nullable() },
  created_at: { answer: instant },
})
