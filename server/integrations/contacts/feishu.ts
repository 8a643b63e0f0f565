import { z } from 'zod'
import { ProviderTrouble } from '#server/integrations/sign-in/provider.ts'
import { asking } from './asking.ts'
import {
  type ContactPerson,
  type Contacts,
  type ContactsOutside,
  type ContactsSettings,
  phoneOf,
  textOf,
} from './contacts.ts'

const answerStatus = z.looseObject({ code: z.int() })
const tokenAnswer = answerStatus.extend({ tenant_access_token: z.string().optional(), expire: z.int().optional() })
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
const departmentsAnswer = page(department)
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
const usersAnswer = page(user)
const userAnswer = answerStatus.extend({ data: z.looseObject({ user: user.optional() }).optional() })

/** The company itself. */
const root = '0'
const pageSize = '50'
const ids = { department_id_type: 'open_department_id', user_id_type: 'open_id' }
/** There is nobody of this id (41012); 41050 is somebody whom the application must not see. */
const codes = { missing: [41012], hidden: [41050] }

/** 飞书, https://open.feishu.cn/document/server-docs/contact-v3/user/find_by_department. */
export function createFeishuContacts(settings: ContactsSettings, outside: ContactsOutside): Contacts {
  const base = `${outside.bases.feishu}/open-apis`
  const ask = asking({
    ...{ settings, outside },
    rules: { name: '飞书', expired: [99991661, 99991663, 99991664, 99991668], limited: [99991400] },
    codeOf: body => answerStatus.safeParse(body).data?.code ?? 0,
    async newToken(get) {
      const body = { app_id: settings.clientId, app_secret: settings.secret }
      const {
        code,
        tenant_access_token,
        expire = 7200,
      } = await get(`${base}/auth/v3/tenant_access_token/internal`, tokenAnswer, { method: 'POST', body })
      if (code || !tenant_access_token) throw new ProviderTrouble(`飞书 ${code}：应用编号或密钥不正确`)
      return { token: tenant_access_token, lasts: expire }
    },
  })
  const get = <Answer>(path: string, query: Record<string, string>, schema: z.ZodType<Answer>) =>
    ask(
      token => [
        `${base}/contact/v3/${path}?${new URLSearchParams({ ...ids, ...query })}`,
        { headers: { authorization: `Bearer ${token}` } },
      ],
      schema,
    )
  const trouble = (code: number) => new ProviderTrouble(`飞书 ${code}：请检查应用的权限与通讯录权限范围`)

  async function everything<Item>(path: string, query: Record<string, string>, schema: z.ZodType<Page<Item>>) {
    const found: Item[] = []
    for (let page_token: string | undefined = ''; page_token !== undefined; ) {
      const paged: Record<string, string> = { ...query, page_size: pageSize, ...(page_token && { page_token }) }
      const { code, answer }: { code: number; answer: Page<Item> } = await get(path, paged, schema)
      if (code) throw trouble(code)
      found.push(...(answer.data?.items ?? []))
      page_token = answer.data?.has_more ? answer.data.page_token : undefined
    }
    return found
  }

  return {
    async listDepartments() {
      const found = await everything(`departments/${root}/children`, { fetch_child: 'true' }, departmentsAnswer)
      return found
        .filter(({ status }) => !status?.is_deleted)
        .map(({ open_department_id, parent_department_id, name }) => ({
          id: open_department_id,
          parentId: parent_department_id === root ? null : parent_department_id,
          name: textOf(name, 200) ?? open_department_id,
        }))
    },

    async listPeople(departments) {
      const people = new Map<string, ContactPerson>()
      for (const department_id of [root, ...departments.map(({ id }) => id)])
        for (const each of await everything('users/find_by_department', { department_id }, usersAnswer))
          people.set(each.open_id, personOf(each))
      return [...people.values()]
    },

    async findPerson(id) {
      const { code, answer } = await get(`users/${encodeURIComponent(id)}`, {}, userAnswer)
      if (codes.missing.includes(code)) return 'gone'
      if (codes.hidden.includes(code)) return 'unknown'
      if (code || !answer.data?.user) throw trouble(code)
      return personOf(answer.data.user)
    },
  }
}

interface Page<Item> {
  data?: { has_more?: boolean | undefined; page_token?: string | undefined; items?: Item[] | undefined } | undefined
}

function personOf(each: z.output<typeof user>): ContactPerson {
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
