import { z } from 'zod'
import { ProviderTrouble } from '#server/integrations/sign-in/provider.ts'
import { asking } from './asking.ts'
import {
  type ContactPerson,
  type Contacts,
  type ContactsOutside,
  type ContactsSettings,
  PersonTrouble,
  phoneOf,
  textOf,
} from './contacts.ts'

const answerStatus = z.looseObject({ errcode: z.int() })
const tokenAnswer = answerStatus.extend({ access_token: z.string().optional(), expires_in: z.int().optional() })
const departmentsAnswer = answerStatus.extend({
  department: z.array(z.looseObject({ id: z.int(), name: z.string().optional(), parentid: z.int() })).optional(),
})
const member = z.looseObject({
  userid: z.string(),
  name: z.string().optional(),
  mobile: z.string().optional(),
  email: z.string().optional(),
  position: z.string().optional(),
  department: z.array(z.int()).optional(),
  main_department: z.int().optional(),
  direct_leader: z.array(z.string()).optional(),
  status: z.int().optional(),
})
const membersAnswer = answerStatus.extend({ userlist: z.array(member).optional() })
const memberAnswer = member.partial({ userid: true }).extend({ errcode: z.int() })

/** The company itself. */
const root = 1
/** No person has this id (60111); the application has no access to the person (60011). */
const codes = { missing: [60111], hidden: [60011] }
/** Disabled at the provider, and departed. */
const away = [2, 5]

/** 企业微信, https://developer.work.weixin.qq.com/document/path/90201 (people) and path/90208 (departments). */
export function createWecomContacts(settings: ContactsSettings, outside: ContactsOutside): Contacts {
  const base = `${outside.bases.wecom}/cgi-bin`
  const ask = asking({
    ...{ settings, outside },
    rules: { name: '企业微信', expired: [40001, 40014, 42001], limited: [45009, 45033] },
    codeOf: body => answerStatus.safeParse(body).data?.errcode ?? 0,
    async newToken(get) {
      const query = new URLSearchParams({ corpid: settings.tenant, corpsecret: settings.secret })
      const { errcode, access_token, expires_in = 7200 } = await get(`${base}/gettoken?${query}`, tokenAnswer)
      if (errcode || !access_token) throw new ProviderTrouble(`企业微信 ${errcode}：企业编号或应用密钥不正确`)
      return { token: access_token, lasts: expires_in }
    },
  })
  const get = <Answer>(path: string, query: Record<string, string>, schema: z.ZodType<Answer>) =>
    ask(
      access_token => [
        `${base}/${path}?${new URLSearchParams({ access_token, ...query })}`,
        { isList: path.endsWith('/list') },
      ],
      schema,
    )
  const trouble = (code: number) => new ProviderTrouble(`企业微信 ${code}：请检查应用的可见范围与可信 IP`)

  return {
    async listDepartments() {
      const { code, answer } = await get('department/list', {}, departmentsAnswer)
      if (code) throw trouble(code)
      return (answer.department ?? [])
        .filter(({ id }) => id !== root)
        .map(({ id, name, parentid }) => ({
          id: String(id),
          parentId: parentid === root || parentid === 0 ? null : String(parentid),
          name: textOf(name, 200) ?? `部门 ${id}`,
        }))
    },

    async listPeople(departments) {
      const people = new Map<string, ContactPerson>()
      for (const id of [String(root), ...departments.map(each => each.id)]) {
        const { code, answer } = await get('user/list', { department_id: id }, membersAnswer)
        // An application with access to only some departments gets this code for the company itself.
        if (code && !(id === String(root) && codes.hidden.includes(code))) throw trouble(code)
        for (const each of answer.userlist ?? []) people.set(each.userid, personOf(each))
      }
      return [...people.values()]
    },

    async findPerson(userid) {
      const { code, answer } = await get('user/get', { userid }, memberAnswer)
      if (codes.missing.includes(code)) return 'gone'
      if (codes.hidden.includes(code)) return 'unknown'
      if (code) throw new PersonTrouble(trouble(code).message)
      return personOf({ ...answer, userid: answer.userid ?? userid })
    },
  }
}

function personOf(each: z.output<typeof member>): ContactPerson {
  const department = each.main_department ?? each.department?.[0]
  return {
    id: each.userid,
    name: textOf(each.name, 50) ?? '',
    phone: phoneOf(each.mobile),
    mail: textOf(each.email, 200),
    jobNumber: null,
    position: textOf(each.position, 30),
    departmentId: department === undefined || department === root ? null : String(department),
    superiorId: each.direct_leader?.[0] ?? null,
    active: !away.includes(each.status ?? 1),
  }
}
