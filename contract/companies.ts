import { z } from 'zod'
import { call } from './call.ts'
import { creditCode, id, instant, line, listOf } from './fields.ts'

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
