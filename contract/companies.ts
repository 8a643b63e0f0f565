import { z } from 'zod'
import { call } from './call.ts'
import { creditCode, id, line, listOf } from './fields.ts'
import { lineStates } from './line-names.ts'
import { company, companyLine } from './records/company.ts'
import { companyFields } from './records/company-fields.ts'

export const getCompanyForDropList = call({
  path: '/v2/company/getCompanyForDropList',
  effect: 'read',
  limits: [{ name: 'company-names', by: 'address', max: 60, seconds: 600 }],
  access: 'public',
  about: '按名称查找已认证企业，至少2个字，最多10条。',
  input: z.strictObject({ keyword: line(companyFields.name.label, companyFields.name.max, 2) }),
  output: listOf(company.schema.pick({ company_id: true, name: true })),
  codes: [429],
})

export const getIndustryList = call({
  path: '/v3/service/getIndustryList',
  effect: 'read',
  access: 'public',
  about: '行业列表。',
  output: listOf(z.object({ industry_id: id, name: z.string() })),
})

export const checkCompanyInfo = call({
  path: '/chlapi/company/checkCompanyInfo',
  effect: 'read',
  limits: [{ name: 'company-check', by: 'address', max: 60, seconds: 600 }],
  access: 'public',
  about: '核对企业名称与统一社会信用代码的写法，以及该企业是否已经注册。',
  input: z.strictObject({ company_name: companyLine('name'), credit_code: creditCode }),
  output: z.object({ available: z.literal(true) }),
  codes: [-42004, 429],
})

export const getCompanyInfo = call({
  path: '/v1/company/getCompanyInfo',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'company' },
  within: { narrowed: true },
  about: '当前企业的资料。',
  output: company.schema
    .omit({ industry_id: true, created_at: true })
    .extend({ employee_count: z.int(), department_count: z.int() }),
})

export const setCompanyInfo = call({
  path: '/v1/company/setCompanyInfo',
  effect: 'change',
  activity: 'company.changed',
  access: 'manager',
  about: '修改企业的联系人、联系电话、地址与规模；名称与信用代码来自认证，不可修改。',
  input: z.strictObject(company.edit('change')),
  output: getCompanyInfo.output,
  codes: [-53022],
})

/** The console's home page: figures, upcoming expiries, and what awaits the manager. */
export const getCompanyData = call({
  path: '/v2/company/getCompanyData',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'company' },
  within: { narrowed: true },
  about: '企业概况：关键数字、未来90天到期、待办。',
  output: z.object({
    /** Person-days that are left to assign. */
    balance: z.int(),
    employees: z.object({ total: z.int(), active: z.int(), invited: z.int(), disabled: z.int(), in_service: z.int() }),
    /** The figures are exact, except that `online` stops at listedRows, which then means at least that many. */
    devices: z.object({ total: z.int(), pending: z.int(), online: z.int(), outdated: z.int() }),
    /** The days in China on which service or lines end, in order. */
    expiries: z.array(z.object({ day: z.iso.date(), employees: z.int(), lines: z.int() })),
    /** The lines by displayed state; each number is exact up to `listedLines`. */
    lines: z.record(z.enum(lineStates), z.int()),
    todo: z.array(
      z.object({
        kind: z.enum([
          'order_pending',
          'proposal_open',
          'request_open',
          'ticket_answered',
          'line_unbound',
          'line_expiring',
          'line_expired',
          'device_waiting',
          'service_ending',
          'service_ended',
          'service_none',
          'line_none',
          'line_unshared',
          'device_none',
          'invitation_open',
          'balance_low',
          'no_department',
        ]),
        count: z.int(),
        text: z.string(),
        link: z.string(),
      }),
    ),
  }),
})

export const waitForCompanyChange = call({
  path: '/v1/company/waitForCompanyChange',
  effect: 'read',
  waits: true,
  access: 'manager',
  within: { narrowed: true },
  about:
    '等待本企业在控制台所示的内容变化：与 version 不同时立即答复，否则至多等待约 50 秒；变化后约半秒内答复。一个浏览器保持一个。',
  input: z.strictObject({
    /** The version of the previous answer; without it, the call answers immediately. */
    version: z
      .string()
      .regex(/^[\w-]{1,64}$/, '版本格式不正确')
      .optional(),
  }),
  output: z.object({ version: z.string() }),
  codes: [429],
})
