import { z } from 'zod'
import { ProviderTrouble } from '#server/integrations/sign-in/provider.ts'
import { asking } from './asking.ts'
import {
  type ContactDepartment,
  type ContactPerson,
  type Contacts,
  type ContactsOutside,
  type ContactsSettings,
  PersonTrouble,
  phoneOf,
  textOf,
} from './contacts.ts'

const answerStatus = z.looseObject({ errcode: z.int(), sub_code: z.string().optional() })
const tokenAnswer = z.looseObject({
  accessToken: z.string().optional(),
  expireIn: z.int().optional(),
  code: z.string().optional(),
})
const departmentsAnswer = answerStatus.extend({
  result: z.array(z.looseObject({ dept_id: z.int(), name: z.string(), parent_id: z.int() })).optional(),
})
const member = z.looseObject({
  userid: z.string(),
  name: z.string(),
  mobile: z.string().optional(),
  email: z.string().optional(),
  job_number: z.string().optional(),
  title: z.string().optional(),
  dept_id_list: z.array(z.int()).optional(),
  manager_userid: z.string().optional(),
})
const membersAnswer = answerStatus.extend({
  result: z
    .looseObject({ has_more: z.boolean(), next_cursor: z.int().optional(), list: z.array(member).optional() })
    .optional(),
})
const memberAnswer = answerStatus.extend({ result: member.optional() })

/** The company itself. */
const root = 1
const pageSize = 100
/** No person has this id. */
const missing = [33012, 60121]
/** The application has no access to the department or person. */
const hidden = [50002, 50004, 60011]

/** 钉钉, https://open.dingtalk.com/document/orgapp/queries-the-complete-information-of-a-department-user. */
export function createDingtalkContacts(settings: ContactsSettings, outside: ContactsOutside): Contacts {
  const ask = asking({
    ...{ settings, outside },
    rules: { name: '钉钉', expired: [40001, 40014, 42001], limited: [90002, 90004, 90005, 90006, 90018] },
    // 88 stands for the error of its sub-code.
    codeOf(body) {
      const { errcode, sub_code } = answerStatus.safeParse(body).data ?? { errcode: 0 }
      return errcode === 88 && Number(sub_code) ? Number(sub_code) : errcode
    },
    async newToken(get) {
      const body = { appKey: settings.clientId, appSecret: settings.secret }
      const answer = await get(`${outside.bases.dingtalk}/v1.0/oauth2/accessToken`, tokenAnswer, {
        ...{ method: 'POST', body },
      })
      if (!answer.accessToken) throw new ProviderTrouble('钉钉没有给出令牌：应用编号或密钥不正确')
      return { token: answer.accessToken, lasts: answer.expireIn ?? 7200 }
    },
  })
  const post = <Answer>(path: string, body: object, schema: z.ZodType<Answer>) =>
    ask(
      access_token => [
        `${outside.bases.dingtalkLists}/topapi/v2/${path}?${new URLSearchParams({ access_token })}`,
        { method: 'POST', body, isList: path !== 'user/get' },
      ],
      schema,
    )
  const trouble = (code: number) => new ProviderTrouble(`钉钉 ${code}：请检查应用的通讯录权限，授权范围须为全部员工`)

  return {
    async listDepartments() {
      const found: ContactDepartment[] = []
      // The interface returns only the next level.
      for (const parents = [root]; parents.length; ) {
        const { code, answer } = await post('department/listsub', { dept_id: parents.shift() }, departmentsAnswer)
        if (code) throw trouble(code)
        for (const { dept_id, name, parent_id } of answer.result ?? []) {
          parents.push(dept_id)
          const parentId = parent_id === root ? null : String(parent_id)
          found.push({ id: String(dept_id), parentId, name: textOf(name, 200) ?? `部门 ${dept_id}` })
        }
      }
      return found
    },

    async listPeople(departments) {
      const people = new Map<string, ContactPerson>()
      for (const dept_id of [root, ...departments.map(({ id }) => Number(id))])
        for (let cursor: number | undefined = 0; cursor !== undefined; ) {
          const { code, answer }: { code: number; answer: z.output<typeof membersAnswer> } = await post(
            'user/list',
            { dept_id, cursor, size: pageSize },
            membersAnswer,
          )
          if (code) throw trouble(code)
          // Everybody listed belongs to the company, whether or not they use the application.
          for (const each of answer.result?.list ?? []) people.set(each.userid, personOf(each, undefined))
          cursor = answer.result?.has_more ? answer.result.next_cursor : undefined
        }
      return [...people.values()]
    },

    async findPerson(userid) {
      const { code, answer } = await post('user/get', { userid }, memberAnswer)
      if (missing.includes(code)) return 'gone'
      if (hidden.includes(code)) return 'unknown'
      if (code || !answer.result) throw new PersonTrouble(trouble(code).message)
      return personOf(answer.result, answer.result.manager_userid ?? null)
    },
  }
}

function personOf(each: z.output<typeof member>, superiorId: string | null | undefined): ContactPerson {
  const department = each.dept_id_list?.find(id => id !== root)
  return {
    id: each.userid,
    name: textOf(each.name, 50) ?? '',
    phone: phoneOf(each.mobile),
    mail: textOf(each.email, 200),
    jobNumber: textOf(each.job_number, 30),
    position: textOf(each.title, 30),
    departmentId: department === undefined ? null : String(department),
    superiorId,
    active: true,
  }
}
