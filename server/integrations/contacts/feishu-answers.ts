import { z } from 'zod'
import { type ContactPerson, phoneOf, textOf } from './contacts.ts'

export const answerStatus = z.looseObject({ code: z.int() })
export const tokenAnswer = answerStatus.extend({
  tenant_access_token: z.string().optional(),
  expire: z.int().optional(),
})

const page = <Item extends z.ZodType>(item: Item) =>
  answerStatus.extend({
    data: z
      .looseObject({
        has_more: z.boolean().optional(),
        page_token: z.string().optional(),
        items: z.array(item).optional(),
      })
      .optional(),
  })

const department = z.looseObject({
  open_department_id: z.string(),
  parent_department_id: z.string(),
  name: z.string(),
  status: z.looseObject({ is_deleted: z.boolean().optional() }).optional(),
})
export const departmentsAnswer = page(department)

const user = z.looseObject({
  open_id: z.string(),
  name: z.string(),
  mobile: z.string().optional(),
  email: z.string().optional(),
  employee_no: z.string().optional(),
  job_title: z.string().optional(),
  department_ids: z.array(z.string()).optional(),
  leader_user_id: z.string().optional(),
  status: z
    .looseObject({
      is_frozen: z.boolean().optional(),
      is_resigned: z.boolean().optional(),
      is_exited: z.boolean().optional(),
    })
    .optional(),
})
export const usersAnswer = page(user)
export const userAnswer = answerStatus.extend({ data: z.looseObject({ user: user.optional() }).optional() })

/** The company itself. */
export const root = '0'

export interface Page<Item> {
  data?: { has_more?: boolean | undefined; page_token?: string | undefined; items?: Item[] | undefined } | undefined
}

export function personOf(each: z.output<typeof user>): ContactPerson {
  const { is_frozen, is_resigned, is_exited } = each.status ?? {}
  return {
    id: each.open_id,
    name: textOf(each.name, 50) ?? '',
    phone: phoneOf(each.mobile),
    mail: textOf(each.email, 200),
    jobNumber: textOf(each.employee_no, 30),
    position: textOf(each.job_title, 30),
    departmentId: each.department_ids?.find(id => id !== root) ?? null,
    superiorId: each.leader_user_id ?? null,
    active: !(is_frozen || is_resigned || is_exited),
  }
}
