import { z } from 'zod'
import { companyStates } from '../companies.ts'
import { day, id, instant, line, listOf, nothing, paging } from '../fields.ts'
import { employeeRoles, employeeStates } from '../people.ts'
import { accountStates, smsStates, verificationStates } from './companies-names.ts'
import { operation } from './operation.ts'

const support = ['support'] as const
const reason = line('原因', 200, 2)

export const shownSession = z.object({
  session_id: id,
  client_name: z.string(),
  client_version: z.string(),
  ip: z.string(),
  /** Browser and system. */
  device: z.string(),
  created_at: instant,
  last_seen_at: instant,
})

export const shownNotice = z.object({
  notice_id: id,
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  read: z.boolean(),
  created_at: instant,
})

export const shownSms = z.object({
  message_id: id,
  purpose: z.string(),
  phone: z.string(),
  state: z.enum(smsStates),
  failure: z.string().nullable(),
  created_at: instant,
})

const getAccountList = operation({
  path: '/accounts/getAccountList',
  access: support,
  about: '账号，最新的在前；关键词为完整的手机号、姓名的开头，或企业名称的一部分（答复其所有者与管理员）。',
  input: z.strictObject({
    keyword: line('关键词', 50).optional(),
    state: z.enum(accountStates, { error: '账号状态不正确' }).optional(),
    /** Registered on these days in China, both included; who was only invited has not. */
    from: day('日期格式不正确').optional(),
    to: day('日期格式不正确').optional(),
    ...paging,
  }),
  output: listOf(
    z.object({
      account_id: id,
      name: z.string(),
      phone: z.string(),
      state: z.enum(accountStates),
      company_id: id.nullable(),
      company_name: z.string().nullable(),
      role: z.enum(employeeRoles).nullable(),
      verification: z.enum(verificationStates),
      last_login_at: instant.nullable(),
      created_at: instant,
    }),
  ).extend({ more: z.boolean() }),
})

const getAccountOverview = operation({
  path: '/accounts/getAccountOverview',
  access: support,
  about: '一个账号：认证经过、企业、登录、通知、短信、登录限制与审计记录。号码均已遮盖。',
  input: z.strictObject({ account_id: id }),
  output: z.object({
    account_id: id,
    name: z.string(),
    phone: z.string(),
    /** `deleted`: its holder had it erased; nothing personal is left (docs/decisions/0008). */
    state: z.enum(accountStates),
    has_password: z.boolean(),
    agreement_version: z.string().nullable(),
    agreed_at: instant.nullable(),
    promotion_code: z.string().nullable(),
    last_login_at: instant.nullable(),
    created_at: instant,
    company: z
      .object({
        company_id: id,
        name: z.string(),
        state: z.enum(companyStates),
        role: z.enum(employeeRoles),
        employee_state: z.enum(employeeStates),
        service_ends_at: instant.nullable(),
      })
      .nullable(),
    /** Wrong passwords counted, and until when no further try is taken. */
    throttle: z.object({ failures: z.int(), blocked_until: instant.nullable() }).nullable(),
    /** Newest first. */
    verifications: z.array(
      z.object({
        verification_id: id,
        kind: z.enum(['person', 'company']),
        state: z.enum(verificationStates),
        person_name: z.string(),
        id_number: z.string(),
        company_name: z.string().nullable(),
        credit_code: z.string().nullable(),
        reason: z.string().nullable(),
        reviewer: z.string().nullable(),
        created_at: instant,
        reviewed_at: instant.nullable(),
      }),
    ),
    sessions: z.array(shownSession),
    /** The newest of each. */
    notices: z.array(shownNotice),
    messages: z.array(shownSms),
    audit: z.array(z.object({ audit_id: id, action: z.string(), actor: z.string(), detail: z.string(), at: instant })),
  }),
  codes: [-53021],
})

const setAccountState = operation({
  path: '/accounts/setAccountState',
  access: support,
  audited: true,
  about: '停用或恢复账号；停用立即结束其全部登录。',
  input: z.strictObject({ account_id: id, state: z.enum(['active', 'disabled'], { error: '账号状态不正确' }), reason }),
  output: z.object({ sessions: z.int() }),
  success: '已保存',
  codes: [-53021, -53303],
})

const endSessionsFor = operation({
  path: '/accounts/endSessionsFor',
  access: support,
  audited: true,
  about: '结束登录：一次登录、一个账号的全部登录，或一家企业全部成员的登录。',
  input: z.strictObject({
    of: z.enum(['session', 'account', 'company'], { error: '范围不正确' }),
    id,
  }),
  output: z.object({ sessions: z.int() }),
  success: '已结束登录',
  codes: [-53021],
})

const releaseLogin = operation({
  path: '/accounts/releaseLogin',
  access: support,
  audited: true,
  about: '解除因密码多次错误而来的登录限制。',
  input: z.strictObject({ account_id: id }),
  output: nothing,
  success: '已解除登录限制',
  codes: [-53021],
})

const unmaskPhone = operation({
  path: '/accounts/unmaskPhone',
  access: support,
  audited: true,
  about: '查看一个账号或企业联系人的完整号码；原因写入审计日志。',
  input: z.strictObject({ of: z.enum(['account', 'company'], { error: '范围不正确' }), id, reason }),
  output: z.object({ phone: z.string() }),
  codes: [429, -53021, -53304],
})

export const accounts = {
  getAccountList,
  getAccountOverview,
  setAccountState,
  endSessionsFor,
  releaseLogin,
  unmaskPhone,
}
