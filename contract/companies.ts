import { z } from 'zod'
import { call } from './call.ts'
import { creditCode, id, instant, line, listOf } from './fields.ts'
import { lineStates } from './line-names.ts'
import { companySizes } from './rules.ts'

export const getCompanyForDropList = call({
  path: '/v2/company/getCompanyForDropList',
  access: 'public',
  about: '按名称查找已认证企业，至少2个字，最多10条。',
  input: z.strictObject({ keyword: line('企业名称', 100, 2) }),
  output: listOf(z.object({ company_id: id, name: z.string() })),
  codes: [429],
})

export const getIndustryList = call({
  path: '/v3/service/getIndustryList',
  access: 'public',
  about: '行业列表。',
  input: z.strictObject({}),
  output: listOf(z.object({ industry_id: id, name: z.string() })),
})

export const checkCompanyInfo = call({
  path: '/chlapi/company/checkCompanyInfo',
  access: 'public',
  about: '核对企业名称与统一社会信用代码的写法，以及该企业是否已经注册。',
  input: z.strictObject({ company_name: line('企业名称', 100, 4), credit_code: creditCode }),
  output: z.object({ available: z.literal(true) }),
  codes: [-42004, 429],
})

export const companyStates = ['trial', 'active', 'frozen'] as const

export const getCompanyInfo = call({
  path: '/v1/company/getCompanyInfo',
  access: 'manager',
  about: '当前企业的资料。',
  input: z.strictObject({}),
  output: z.object({
    company_id: id,
    name: z.string(),
    credit_code: z.string(),
    industry: z.string().nullable(),
    size: z.string().nullable(),
    address: z.string().nullable(),
    contact_name: z.string().nullable(),
    contact_phone: z.string().nullable(),
    state: z.enum(companyStates),
    owner_name: z.string(),
    verified_at: instant,
    employee_count: z.int(),
    department_count: z.int(),
  }),
})

export const setCompanyInfo = call({
  path: '/v1/company/setCompanyInfo',
  access: 'manager',
  about: '修改企业的联系人、联系电话、地址与规模；名称与信用代码来自认证，不可修改。',
  input: z.strictObject({
    contact_name: line('联系人姓名', 50, 2).optional(),
    contact_phone: line('联系电话', 20, 5)
      .regex(/^[\d+() -]+$/, '联系电话只能有数字、空格、+、-与括号')
      .optional(),
    address: line('企业地址', 200, 0).optional(),
    size: z.enum(companySizes, { error: '请选择企业规模' }).optional(),
  }),
  output: getCompanyInfo.output,
})

/** The console's first page: figures, what ends when, what waits for the manager. */
export const getCompanyData = call({
  path: '/v2/company/getCompanyData',
  access: 'manager',
  about: '企业概况：关键数字、未来90天到期、待办。',
  input: z.strictObject({}),
  output: z.object({
    /** Person-days still to hand out. */
    balance: z.int(),
    employees: z.object({ total: z.int(), active: z.int(), invited: z.int(), disabled: z.int(), in_service: z.int() }),
    /** Exact, but `online` stops at listedRows, which then means: as many or more. */
    devices: z.object({ total: z.int(), pending: z.int(), online: z.int(), outdated: z.int() }),
    /** Days that have something ending, in order; days in China. */
    expiries: z.array(z.object({ day: z.iso.date(), employees: z.int(), lines: z.int() })),
    /** By their state as shown; each exact up to `listedLines`. */
    lines: z.record(z.enum(lineStates), z.int()),
    todo: z.array(
      z.object({
        kind: z.enum([
          'order_pending',
          'line_unbound',
          'line_expiring',
          'line_expired',
          'device_waiting',
          'service_ending',
          'service_ended',
          'service_none',
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
