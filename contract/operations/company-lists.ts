import { z } from 'zod'
import { explainAccess } from '../access.ts'
import { getDeviceList } from '../devices.ts'
import { getCompanyUserList } from '../employees.ts'
import { id, instant, listOf, paging } from '../fields.ts'
import { getServiceLedger } from '../hours.ts'
import { getCompanyVplList } from '../lines.ts'
import { getOrderList } from '../orders.ts'
import { session } from '../records/session.ts'
import { shownNotice, shownSms } from './accounts.ts'
import { companyLogSources } from './companies-names.ts'
import { operation } from './operation.ts'

/** The details that finance has to look up beside an order. */
const readers = ['support', 'finance'] as const
const support = ['support'] as const
const of = { company_id: id }

const getCompanyPeople = operation({
  path: '/companies/getCompanyPeople',
  effect: 'read',
  access: support,
  about: '一家企业的成员；筛选与企业控制台相同。',
  input: getCompanyUserList.input.extend(of),
  output: listOf(getCompanyUserList.output.shape.list.element.extend({ account_id: id, sessions: z.int() })).extend({
    more: z.boolean(),
  }),
  codes: [-53021],
})

const getCompanyLedger = operation({
  path: '/companies/getCompanyLedger',
  effect: 'read',
  access: readers,
  about: '一家企业的时长流水。',
  input: getServiceLedger.input.extend(of),
  output: getServiceLedger.output.extend({ balance: z.int() }),
  codes: [-53021],
})

const getCompanyLines = operation({
  path: '/companies/getCompanyLines',
  effect: 'read',
  access: support,
  about: '一家企业的专线。',
  input: getCompanyVplList.input.extend(of),
  output: getCompanyVplList.output,
  codes: [-53021],
})

const getCompanyDevices = operation({
  path: '/companies/getCompanyDevices',
  effect: 'read',
  access: support,
  about: '一家企业的设备。',
  input: getDeviceList.input.extend(of),
  output: getDeviceList.output,
  codes: [-53021],
})

const getCompanyOrders = operation({
  path: '/companies/getCompanyOrders',
  effect: 'read',
  access: readers,
  about: '一家企业的订单。',
  input: getOrderList.input.extend(of),
  output: listOf(getOrderList.output.shape.list.element.omit({ operas: true })).extend({ more: z.boolean() }),
  codes: [-53021],
})

const getCompanySessions = operation({
  path: '/companies/getCompanySessions',
  effect: 'read',
  access: support,
  about: '一家企业全部成员的有效登录，最近使用的在前。',
  input: z.strictObject({ ...of, ...paging }),
  output: listOf(session.schema.extend({ account_id: id, name: z.string(), phone: z.string() })).extend({
    more: z.boolean(),
  }),
  codes: [-53021],
})

const getCompanyNotices = operation({
  path: '/companies/getCompanyNotices',
  effect: 'read',
  access: support,
  about: '发给一家企业成员的通知。',
  input: z.strictObject({ ...of, ...paging }),
  output: listOf(shownNotice.extend({ account_id: id, name: z.string() })).extend({ more: z.boolean() }),
  codes: [-53021],
})

const getCompanyMessages = operation({
  path: '/companies/getCompanyMessages',
  effect: 'read',
  access: support,
  about: '发给一家企业成员的短信：用途、遮盖的号码与状态。',
  input: z.strictObject({ ...of, ...paging }),
  output: listOf(shownSms.extend({ account_id: id, name: z.string() })).extend({ more: z.boolean() }),
  codes: [-53021],
})

const getCompanyLog = operation({
  path: '/companies/getCompanyLog',
  effect: 'read',
  access: support,
  about: '关于一家企业的审计记录，与它自己的员工、设备、专线记录，最新的在前。',
  input: z.strictObject({
    ...of,
    source: z.enum(companyLogSources, { error: '记录来源不正确' }).optional(),
    ...paging,
  }),
  output: listOf(
    z.object({
      entry_id: id,
      source: z.enum(companyLogSources),
      /** What happened, as it is stored. The page has the words. */
      action: z.string(),
      actor: z.string(),
      /** Names the person, device or line. */
      subject: z.string(),
      detail: z.string(),
      at: instant,
    }),
  ).extend({ more: z.boolean() }),
  codes: [-53021],
})

const getCompanyAccess = operation({
  path: '/companies/getCompanyAccess',
  effect: 'read',
  access: support,
  about: '一家企业的员工为什么能或不能在一台设备上使用一条专线；答复与企业控制台相同。',
  input: explainAccess.input.extend(of),
  output: explainAccess.output,
  codes: [-47001, -48001, -52001, -53021],
})

/** What is read on the page of one company. */
export const companyLists = {
  getCompanyAccess,
  getCompanyPeople,
  getCompanyLedger,
  getCompanyLines,
  getCompanyDevices,
  getCompanyOrders,
  getCompanySessions,
  getCompanyNotices,
  getCompanyMessages,
  getCompanyLog,
}
