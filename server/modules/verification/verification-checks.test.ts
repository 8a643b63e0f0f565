import { expect, test } from 'vitest'
import { checksOf, type Surroundings } from './verification-checks.ts'

const company: Surroundings = {
  kind: 'company',
  company_name: '蓝帆测试有限公司',
  credit_code: '91440300MAXX000013',
  has_licence: true,
  has_industry: true,
  account_state: 'active',
  registered_id: null,
  registered_name: null,
  registered_by_applicant: false,
  namesake_code: null,
  others_with_code: 0,
  others_with_number: 0,
  employer: null,
  registration: null,
  check_result: null,
  checked_by: null,
}

const verdicts = (facts: Partial<Surroundings>) => checksOf({ ...company, ...facts }).map(check => check.verdict)

test('all checks pass for a company without any conflict', () => {
  expect(new Set(verdicts({}))).toEqual(new Set(['good']))
})

const person = { contact_name: '张三', size: '1-20人' }

test.each<[string, Partial<Surroundings>, string, string]>([
  ['a wrong check digit', { credit_code: '91440300MAXX000014' }, 'bad', '校验位不正确'],
  ["another company's code", { registered_name: '青屿' }, 'bad', '已属于「青屿」'],
  ['its own company', { registered_name: '蓝帆', registered_by_applicant: true }, 'good', '企业已建立'],
  ['a namesake', { namesake_code: '91330100MAXX000021' }, 'warn', '91330100MAXX000021'],
  ['another applicant', { others_with_code: 2 }, 'warn', '另有 2 个账号'],
  ['no licence', { has_licence: false }, 'bad', '没有营业执照'],
  ['an employee of another', { employer: '青屿' }, 'bad', '已是「青屿」的员工'],
  ['the same number of another company', { others_with_number: 1 }, 'warn', '其他 1 个账号'],
  ['the same number of another person', { kind: 'person', others_with_number: 1 }, 'bad', '不能通过'],
  ['a confirmed number', { check_result: 'match', checked_by: '阿里云' }, 'good', '一致（核验服务：阿里云）'],
  ['a service out of reach', { check_result: 'undecided', checked_by: '阿里云' }, 'warn', '须人工核对'],
  ['a disabled account', { account_state: 'disabled' }, 'bad', '已停用'],
  [
    'what the partner registered',
    { registration: { company_name: '蓝帆测试有限公司', credit_code: '91440300MAXX000013', ...person } },
    'good',
    '与渠道登记的企业一致',
  ],
  [
    'another than the partner registered',
    { registration: { company_name: '南溟', credit_code: '91440100MAXX00003Y', ...person } },
    'warn',
    '渠道登记的是「南溟」',
  ],
])('%s', (_what, facts, verdict, text) => {
  expect(checksOf({ ...company, ...facts })).toContainEqual({ verdict, text: expect.stringContaining(text) })
})

test('failed checks come first, and a person has no company checks', () => {
  expect(verdicts({ registered_name: '青屿', namesake_code: 'x' }).slice(0, 2)).toEqual(['bad', 'warn'])
  expect(checksOf({ ...company, kind: 'person', credit_code: null })).toHaveLength(1)
})
