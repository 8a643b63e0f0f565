import { z } from 'zod'
import { wLogin } from './accounts.ts'
import { call } from './call.ts'
import { id, instant, joining } from './fields.ts'
import { company } from './records/company.ts'
import { employee } from './records/employee.ts'

const place = z.object({
  company_id: id,
  company_name: company.schema.shape.name,
  /** The person's name on the company's list. */
  name: employee.schema.shape.name,
})

export const getMemberships = call({
  path: '/v1/user/getMemberships',
  effect: 'read',
  access: 'account',
  about: '本人所属的企业，以及等待本人同意的邀请。',
  output: z.object({
    membership: place.extend(employee.schema.pick({ role: true, state: true }).shape).nullable(),
    /** Invitations that can still be answered, newest first. */
    invitations: z.array(place.extend({ invited_at: instant, lapses_at: instant })),
  }),
})

export const joinCompany = call({
  path: '/v1/user/joinCompany',
  effect: 'change',
  activity: 'employee.joined',
  access: 'account',
  about: '本人同意加入一家邀请了自己的企业；一个账号同时只属于一家企业。',
  input: z.strictObject({ company_id: id, is_join: joining }),
  output: wLogin.output.pick({ user_info: true, user_status: true }),
  codes: [-47020, -47022],
})

export const declineCompany = call({
  path: '/v1/user/declineCompany',
  effect: 'change',
  activity: 'employee.declined',
  access: 'account',
  about: '本人谢绝一家企业的邀请；管理员会看到。',
  input: z.strictObject({ company_id: id }),
  codes: [-47020],
})

export const leaveCompany = call({
  path: '/v1/user/leaveCompany',
  effect: 'change',
  activity: 'employee.left',
  access: 'account',
  about:
    '本人退出企业：设备与专线权限失去，未用的整日时长退回企业，账号与登录保留。被停用的人也可以退出；所有者须先转让。preview 为真时只说明会失去什么。',
  input: z.strictObject({ company_id: id, preview: z.boolean().default(false) }),
  output: z.object({
    done: z.boolean(),
    company_name: company.schema.shape.name,
    devices: z.int(),
    /** Lines that the person can use now. */
    lines: z.int(),
    reclaimed_days: z.int(),
  }),
  codes: [-41018, -48010],
})

/** The first of the lines by name. */
const ownLines = z.object({ lines: z.int(), line_names: z.array(z.string()) })

export const planMembership = call({
  path: '/v1/user/planMembership',
  effect: 'plan',
  limits: [{ name: 'plan', by: 'account', max: 120, seconds: 600 }],
  access: 'account',
  about: '本人加入或退出一家企业之前，说明会获得、失去哪些能用的专线；照做一遍而不提交。',
  input: z.strictObject({ company_id: id, act: z.enum(['join', 'leave'], { error: '操作不正确' }) }),
  output: z.object({ gained: ownLines, lost: ownLines }),
  codes: [-41018, -47020, -47022, -48010, 429],
})
