import { z } from 'zod'
import { id, line, personDays } from '../fields.ts'
import { employee } from './employee.ts'
import { record } from './record.ts'

/** The most templates of a company. */
export const templatesKept = 50
export const groupsKept = 20

/** A named set of assets for new people. A null field changes nothing. */
export const onboardingTemplate = record({
  template_id: { answer: id },
  name: { answer: z.string(), set: line('模板名称', 30) },
  dept_id: { answer: id.nullable(), set: id.nullable().default(null) },
  dept_path: { answer: z.string().nullable() },
  days: { answer: z.int().nullable(), set: personDays.nullable().default(null) },
  device_limit: {
    answer: z.int().nullable(),
    set: employee.fields.device_limit.add.unwrap().nullable().default(null),
  },
  group_ids: {
    answer: z.array(id),
    set: z.array(id, { error: '请选择专线组' }).max(groupsKept, `一个模板最多${groupsKept}个专线组`).default([]),
  },
})
