import { z } from 'zod'
import { day, id, instant, line, listOf, paging } from '../fields.ts'
import { accountStates, verificationStates } from '../people.ts'
import { account } from '../records/account.ts'
import { company } from '../records/company.ts'
import { employee } from '../records/employee.ts'
import { notice } from '../records/notice.ts'
import { session } from '../records/session.ts'
import { verification } from '../records/verification.ts'
import { smsStates } from './companies-names.ts'
import { maskedPhone } from './masked-phone.ts'
import { operation } from './operation.ts'

const support = ['support'] as const
const reason = line('原因', 200, 2)

/** Support also sees notices of kinds that are no longer sent. */
export const maskedNotice = notice.schema.omit({ link: true }).extend({ kind: z.string() })

export const shownSms = z.object({
  message_id: id,
  purpose: z.string(),
  phone: maskedPhone,
  state: z.enum(smsStates),
  failure: z.string().nullable(),
  created_at: instant,
})

const getAccountList = operation({
  path: '/accounts/getAccountList',
  effect: 'read',
  access: support,
  about: '账号，最新的在前；关键词为完整的手机号、姓名的开头，或企业名称的一部分（答复其所有者与管理员）。',
  input: z.strictObject({
    keyword: line('关键词', 50).optional(),
    state: z.enum(accountStates, { error: '账号状态不正确' }).optional(),
    /** Days in China on which an account registered, both inclusive. People who were only invited have not registered. */
    from: day('日期格式不正确').optional(),
    to: day('日期格式不正确').optional(),
    ...paging,
  }),
  output: listOf(
    account.schema.pick({ account_id: true, state: true, last_login_at: true }).extend({
      /** Null for people who were only invited so far. */
      registered_at: instant.nullable(),
      phone: maskedPhone,
      name: z.string(),
      company_id: id.nullable(),
      company_name: z.string().nullable(),
      role: employee.schema.shape.role.nullable(),
      verification: z.enum(['none', ...verificationStates]),
    }),
  ).extend({ more: z.boolean() }),
})

const getAccountOverview = operation({
  path: '/accounts/getAccountOverview',
  effect: 'read',
  access: support,
  about: '一个账号：认证经过、企业、登录、通知、短信、登录限制与审计记录。号码均已遮盖。',
  input: z.strictObject({ account_id: id }),
  output: account.schema.omit({ display_name: true }).extend({
    phone: maskedPhone,
    name: z.string(),
    has_password: z.boolean(),
    company: company.schema
      .pick({ company_id: true, name: true, state: true })
      .extend({
        employee_id: id,
        role: employee.schema.shape.role,
        employee_state: employee.schema.shape.state,
        service_ends_at: employee.schema.shape.service_ends_at,
      })
      .nullable(),
    /** The number of wrong passwords, and the instant until which no further attempt is accepted. */
    throttle: z.object({ failures: z.int(), blocked_until: instant.nullable() }).nullable(),
    /** The newest come first. */
    verifications: z.array(
      verification.schema
        .omit({ account_id: true, industry_id: true, address: true, licence_file_id: true, submitted_at: true })
        .extend({ created_at: instant }),
    ),
    sessions: z.array(session.schema),
    /** The newest of each kind. */
    notices: z.array(maskedNotice),
    messages: z.array(shownSms),
    audit: z.array(z.object({ audit_id: id, action: z.string(), actor: z.string(), detail: z.string(), at: instant })),
  }),
  codes: [-53021],
})

const setAccountState = operation({
  path: '/accounts/setAccountState',
  effect: 'change',
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
  effect: 'change',
  proof: 'fresh',
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
  effect: 'change',
  access: support,
  audited: true,
  about: '解除因密码多次错误而来的登录限制。',
  input: z.strictObject({ account_id: id }),
  success: '已解除登录限制',
  codes: [-53021],
})

const unmaskPhone = operation({
  path: '/accounts/unmaskPhone',
  effect: 'change',
  // The limit allows as many phones as a day's work needs, but not the collection of a customer list.
  limits: [{ name: 'unmask', by: 'operator', max: 60, seconds: 3600 }],
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
