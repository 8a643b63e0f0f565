import type { z } from 'zod'
import { ProviderTrouble } from '#server/integrations/sign-in/provider.ts'
import { asking } from './asking.ts'
import {
  type ContactPerson,
  type Contacts,
  type ContactsOutside,
  type ContactsSettings,
  PersonTrouble,
  textOf,
} from './contacts.ts'
import {
  answerStatus,
  departmentsAnswer,
  type Page,
  personOf,
  root,
  tokenAnswer,
  userAnswer,
  usersAnswer,
} from './feishu-answers.ts'

const pageSize = '50'
const ids = { department_id_type: 'open_department_id', user_id_type: 'open_id' }

/** No person has this id (41012); the application has no access to the person (41050). */
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
  const trouble = (code: number) => new ProviderTrouble(`飞书 ${code}：请检查应用的权限，通讯录权限范围须为全部员工`)

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
      if (code || !answer.data?.user) throw new PersonTrouble(trouble(code).message)
      return personOf(answer.data.user)
    },
  }
}
