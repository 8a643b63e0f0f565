import { z } from 'zod'
import { explainAccess } from '../access.ts'
import { getDeviceList } from '../devices.ts'
import { getCompanyUserList } from '../employees.ts'
import { id, instant, listOf, paging } from '../fields.ts'
import { getServiceLedger } from '../hours.ts'
import { getInvoiceList } from '../invoices.ts'
import { getCompanyVplList, getEmployeeVplList, getVplGroupDetail, getVplGroupList, getVplUserList } from '../lines.ts'
import { getOrderList } from '../orders.ts'
import { session } from '../records/session.ts'
import { gateways, paymentStates, refundStates } from '../shop.ts'
import { maskedNotice, shownSms } from './accounts.ts'
import { companyLogSources, moneyKinds } from './companies-names.ts'
import { maskedPhone } from './masked-phone.ts'
import { operation } from './operation.ts'

/** Finance looks up these details beside an order. */
const readers = ['support', 'finance'] as const
const support = ['support'] as const
const of = { company_id: id }

const getCompanyPeople = operation({
  path: '/companies/getCompanyPeople',
  effect: 'read',
  access: support,
  about: '一家企业的成员；筛选与企业控制台相同。',
  input: getCompanyUserList.input.extend(of),
  output: listOf(
    getCompanyUserList.output.shape.list.element.extend({ account_id: id, sessions: z.int(), phone: maskedPhone }),
  ).extend({
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

const getCompanyGroups = operation({
  path: '/companies/getCompanyGroups',
  effect: 'read',
  access: support,
  about: '一家企业的专线组，与各组的专线数、部门数、员工数。',
  input: z.strictObject(of),
  output: getVplGroupList.output,
  codes: [-53021],
})

const getCompanyGroup = operation({
  path: '/companies/getCompanyGroup',
  effect: 'read',
  access: support,
  about: '一家企业的一个专线组：专线、部门与员工；答复与企业控制台相同。',
  input: getVplGroupDetail.input.extend(of),
  output: getVplGroupDetail.output,
  codes: [-52010, -53021],
})

const getCompanyLinePeople = operation({
  path: '/companies/getCompanyLinePeople',
  effect: 'read',
  access: ['support', 'network'],
  about: '谁有权使用一家企业的一条专线，与为什么；答复与企业控制台相同。',
  input: getVplUserList.input.extend(of),
  output: getVplUserList.output,
  codes: [-52001, -53021],
})

const getCompanyMoney = operation({
  path: '/companies/getCompanyMoney',
  effect: 'read',
  access: readers,
  about:
    '一家企业的付款与退款，最新的在前；received 与 refunded 为已到账与已退回的合计，互不抵减，金额不符的款项都计入，用余额的付款与退回余额的不计。',
  input: z.strictObject({ ...of, kind: z.enum(moneyKinds, { error: '种类不正确' }).optional(), ...paging }),
  output: listOf(
    z.object({
      money_id: id,
      kind: z.enum(moneyKinds),
      order_number: z.string(),
      gateway: z.enum(gateways),
      /** The state of the payment or refund, depending on `kind`. */
      state: z.enum([...paymentStates, ...refundStates]),
      /** True for a refund that the company withdrew. */
      withdrawn: z.boolean(),
      amount: z.int(),
      /** The problem of a payment, or the reason for a refund. */
      note: z.string(),
      at: instant,
      done_at: instant.nullable(),
    }),
  ).extend({ more: z.boolean(), received: z.int(), refunded: z.int() }),
  codes: [-53021],
})

const getCompanyInvoices = operation({
  path: '/companies/getCompanyInvoices',
  effect: 'read',
  access: readers,
  about: '一家企业申请过的发票，最新的在前。',
  input: getInvoiceList.input.extend(of),
  output: getInvoiceList.output,
  codes: [-53021],
})

const getCompanySessions = operation({
  path: '/companies/getCompanySessions',
  effect: 'read',
  access: support,
  about: '一家企业全部成员的有效登录，最近使用的在前。',
  input: z.strictObject({ ...of, ...paging }),
  output: listOf(session.schema.extend({ account_id: id, name: z.string(), phone: maskedPhone })).extend({
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
  output: listOf(maskedNotice.extend({ account_id: id, name: z.string() })).extend({ more: z.boolean() }),
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
  about: '一家企业的时间线：审计、员工、设备、专线、交易、工单、备注与短信的记录，最新的在前。',
  input: z.strictObject({
    ...of,
    source: z.enum(companyLogSources, { error: '记录来源不正确' }).optional(),
    ...paging,
  }),
  output: listOf(
    z.object({
      entry_id: id,
      source: z.enum(companyLogSources),
      /** The stored name of the act; the page looks up its word. */
      action: z.string(),
      actor: z.string(),
      /** The name of the person, device or line. */
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

const getCompanyPersonLines = operation({
  path: '/companies/getCompanyPersonLines',
  effect: 'read',
  access: support,
  about: '一家企业的一名员工可以使用的专线，与各自经由的专线组；答复与企业控制台相同。',
  input: getEmployeeVplList.input.extend(of),
  output: getEmployeeVplList.output,
  codes: [-47001, -53021],
})

/** The lists on the page of one company. */
export const companyLists = {
  getCompanyAccess,
  getCompanyPeople,
  getCompanyLedger,
  getCompanyLines,
  getCompanyLinePeople,
  getCompanyPersonLines,
  getCompanyGroups,
  getCompanyGroup,
  getCompanyMoney,
  getCompanyInvoices,
  getCompanyDevices,
  getCompanyOrders,
  getCompanySessions,
  getCompanyNotices,
  getCompanyMessages,
  getCompanyLog,
}
