import { z } from 'zod'
import { wLogin } from './accounts.ts'
import { call } from './call.ts'
import { problemField } from './employee-imports.ts'
import { exportedFile, exportLimits } from './exports.ts'
import {
  agreed,
  captcha,
  cursorHelp,
  cursorPaging,
  day,
  employeeIds,
  id,
  instant,
  joining,
  listOf,
  newPassword,
  paging,
  peopleKeyword,
  personDays,
  undoFields,
} from './fields.ts'
import { maxGroupsForNewPerson } from './line-names.ts'
import { employeeRoles, employeeServices, employeeStates, listedRows } from './people.ts'
import { device } from './records/device.ts'
import { employee, employeeLog } from './records/employee.ts'
import { serviceEntry } from './records/service-entry.ts'

/** Filters combine. A list, its export and a bulk action on all matches share them. */
export const employeeFilter = {
  /** Includes the departments below it. */
  dept_id: id.optional(),
  /** Only people without a department; cannot be combined with dept_id. */
  without_dept: z.boolean().optional(),
  state: z.enum(employeeStates, { error: '状态不正确' }).optional(),
  role: z.enum(employeeRoles, { error: '角色不正确' }).optional(),
  /** in_service and ends_soon apply to active people, unless `state` is given. */
  service: z.enum(employeeServices, { error: '服务状态不正确' }).optional(),
  /** Days in China on which the service ends, both inclusive. */
  ends_from: day('到期的开始日期格式不正确').optional(),
  ends_to: day('到期的结束日期格式不正确').optional(),
  /** A part of the name, phone or job number. */
  keyword: peopleKeyword.optional(),
}

export const getCompanyUserList = call({
  path: '/v1/company/getCompanyUserList',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'people' },
  within: { named: ['dept_id'], narrowed: true },
  about: `员工列表，可按部门（含下级）、状态、服务时长、到期日、关键词筛选。${cursorHelp(listedRows)}`,
  input: z.strictObject({
    ...employeeFilter,
    order: z.enum(['created', 'service_end', 'name'], { error: '排序方式不正确' }).default('created'),
    ...paging,
    ...cursorPaging,
  }),
  /**
   * Pages reach the first listedRows. With `more` there are more and further pages are empty: filter, or read by `after`. `total`
   * is exact without a role, service, day or keyword; with one of them it stops at listedRows, with a keyword at listedMatches.
   */
  output: listOf(employee.schema).extend({ more: z.boolean() }),
})

export const employeeDraft = z.strictObject({
  ...employee.input('add'),
  /** Reserves this many days of the balance for this person; takes precedence over `reserve_days`. */
  days: personDays.optional(),
  /** Adds the person to these line groups. */
  group_ids: z
    .array(id, { error: '请选择专线组' })
    .max(maxGroupsForNewPerson, `每人一次最多${maxGroupsForNewPerson}个专线组`)
    .optional(),
})

export const addCompanyUser = call({
  path: '/v1/company/addCompanyUser',
  effect: 'change',
  activity: 'employee.added',
  changesAccess: true,
  access: 'manager',
  scope: { topic: 'people', without: ['template_id'] },
  within: { named: ['employees'] },
  about:
    '添加一名或多名员工：都先列为“待本人同意”，本人在自己的登录中（未注册的经邀请短信）同意后才成为员工；带 guest_until 的是访客，到期自动移除。逐行答复结果，失败的行不影响其他行；各行的时长与专线组要么全部给出，要么谁也不添加。令牌预留时长还须有 hours:change，且不能给出专线组、套用模板。',
  input: z.strictObject({
    employees: z
      .array(employeeDraft, { error: '请填写员工' })
      .min(1, '请填写员工')
      .max(100, '一次最多100人，更多请用表格导入'),
    /** Sends each person an SMS. */
    invite: z.boolean().default(true),
    /** Reserves this many days of the balance for each person whose row names none; they begin when the person agrees. */
    reserve_days: personDays.optional(),
    /** Gives each person what the template holds and the row leaves open; the template's days replace reserve_days. */
    template_id: id.optional(),
  }),
  /** The answer must not reveal whether a phone has an account. */
  output: z.object({
    /** The people who were added to the list and have yet to agree. */
    added: z.int(),
    results: z.array(
      z.object({
        phone: z.string(),
        employee_id: id.nullable(),
        problem: z.string().nullable(),
        /** The field of the problem; null when it concerns the whole row. */
        problem_field: problemField,
      }),
    ),
  }),
  codes: [-47030, -47050, -52010],
})

export const getCompanyUserDetail = call({
  path: '/v1/company/getCompanyUserDetail',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'people' },
  within: { named: ['employee_id'] },
  about: '一名员工：资料、设备、时长记录与操作日志。',
  input: z.strictObject({ employee_id: id }),
  output: z.object({
    employee: employee.schema,
    devices: z.array(
      device.schema.pick({
        device_id: true,
        name: true,
        platform: true,
        client_version: true,
        audit_state: true,
        auth_state: true,
        last_seen_at: true,
      }),
    ),
    ledger: z.array(serviceEntry.schema.omit({ balance_after: true, employee_name: true })),
    log: z.array(employeeLog.schema),
  }),
  codes: [-47001],
})

export const setCompanyUser = call({
  path: '/v1/company/setCompanyUser',
  effect: 'change',
  proof: 'weighty',
  activity: 'employee.changed',
  undo: true,
  changesAccess: true,
  access: 'manager',
  scope: { topic: 'people' },
  within: { named: ['employee_id', 'dept_id'] },
  about:
    '修改员工资料、设备上限、访客期限（到期自动移除，null 为不再是访客），或停用、恢复；停用立即结束其登录；停用管理员须在五分钟内再次验证过。只改动带上的项。',
  input: z.strictObject({
    employee_id: id,
    ...employee.edit('change'),
  }),
  output: z.object({ employee: employee.schema, ...undoFields }),
  codes: [-41022, -46001, -47001, -47002, -47003, -47004, -47005, -47009, -53022, -59790],
})

/**
 * The code that `getCompanyAdminCaptcha` sends for the action `company`. Besides a fresh proof, it is required to remove a manager
 * or to transfer ownership.
 */
const weightyCaptcha = captcha.optional()

export const setCompanyUserRole = call({
  path: '/v1/company/setCompanyUserRole',
  effect: 'change',
  proof: 'weighty',
  activity: 'employee.role',
  access: 'manager',
  about:
    '设为管理员或取消；企业至少保留一名管理员。owner 为转让企业，仅所有者可用。转让与取消管理员须在五分钟内再次验证过，并附管理员验证码。',
  input: z.strictObject({
    employee_id: id,
    role: z.enum(['manager', 'employee', 'owner'], { error: '角色不正确' }),
    captcha: weightyCaptcha,
  }),
  output: z.object({ employee: employee.schema }),
  codes: [-41005, -41022, -47001, -47003, -47004, -47005, -47006, -47009],
})

export const inviteCompanyUser = call({
  path: '/v1/company/inviteCompanyUser',
  effect: 'change',
  activity: 'employee.invited',
  access: 'manager',
  scope: { topic: 'people' },
  within: { named: ['employee_ids'] },
  about: '再次邀请尚未同意、已谢绝或邀请已过期的人，并发送短信，同一手机号每日最多3次。',
  input: z.strictObject({ employee_ids: employeeIds }),
  output: z.object({
    invited: z.int(),
    /** People who have already agreed, got three invitations today, or changed their phone since. */
    skipped: z.int(),
  }),
  codes: [-47001, -47021, -47023, -41015],
})

export const delCompanyUser = call({
  path: '/v1/company/delCompanyUser',
  effect: 'change',
  proof: 'weighty',
  activity: 'employee.removed',
  changesAccess: true,
  access: 'manager',
  scope: { topic: 'people' },
  within: { named: ['employee_ids'] },
  about:
    '移除员工：收回整日时长、删除设备，企业的权限与专线立即失效；账号与登录属于本人，保留。尚未同意的即撤回邀请。其中有管理员时须在五分钟内再次验证过，并附管理员验证码。',
  input: z.strictObject({ employee_ids: employeeIds, captcha: weightyCaptcha }),
  output: z.object({ removed: z.int(), reclaimed_days: z.int(), devices: z.int() }),
  codes: [-41005, -41022, -47001, -47003, -47005],
})

export const handOverEmployee = call({
  path: '/v1/company/handOverEmployee',
  effect: 'change',
  proof: 'weighty',
  activity: 'employee.handed_over',
  changesAccess: true,
  access: 'manager',
  scope: { topic: 'people' },
  within: { named: ['employee_id', 'successor_id'] },
  about:
    '离职交接：停用并结束登录（或移除，登录保留）、暂停设备，未用的整日时长与单独授予的专线交给接手人；没有接手人则收回。preview 为真时只说明会发生什么。',
  input: z.strictObject({
    employee_id: id,
    /** The person who takes over the unused days; null returns them to the company. */
    successor_id: id.nullable(),
    /** Removes the employee at the end instead of disabling. */
    remove: z.boolean().default(false),
    preview: z.boolean().default(false),
    captcha: weightyCaptcha,
  }),
  output: z.object({
    done: z.boolean(),
    sessions_ended: z.int(),
    devices_suspended: z.int(),
    /** The days that the successor or the company takes over. */
    reclaimed_days: z.int(),
    /** The lines that the person could use through their own membership of a group, which passes to the successor or lapses. */
    lines_handed: z.int(),
    successor_name: z.string().nullable(),
    successor_ends_at: instant.nullable(),
  }),
  codes: [-41005, -41022, -47001, -47003, -47004, -47005],
})

export const exportCompanyUsers = call({
  path: '/v1/company/exportCompanyUsers',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  within: { named: ['dept_id'], narrowed: true },
  about: '按筛选条件导出员工表（XLSX），答复短期有效的下载地址。',
  input: z.strictObject(employeeFilter),
  output: exportedFile,
  codes: [429],
})

const invitationToken = z.string({ error: '邀请链接不完整' }).regex(/^[\w-]{20,60}$/, '邀请链接不完整')

export const getInvitation = call({
  path: '/v1/user/getInvitation',
  effect: 'read',
  limits: [{ name: 'invitation', by: 'address', max: 60, seconds: 600 }],
  access: 'public',
  about: '邀请链接的内容：哪家企业邀请了哪个手机号（已隐去中段）。',
  input: z.strictObject({ invitation: invitationToken }),
  output: z.object({ company_name: z.string(), phone: z.string(), name: z.string(), expires_at: instant }),
  codes: [-47020, 429],
})

export const acceptInvitation = call({
  path: '/v1/user/acceptInvitation',
  effect: 'change',
  idempotency: 'prepared',
  activity: 'employee.joined',
  limits: [{ name: 'invitation', by: 'address', max: 60, seconds: 600 }],
  access: 'public',
  about: '受邀员工设置自己的密码、同意加入这家企业并登录。',
  input: z.strictObject({
    is_agree: agreed,
    /** The box that names the company; the terms do not cover joining. */
    is_join: joining,
    invitation: invitationToken,
    password: newPassword,
  }),
  output: wLogin.output,
  codes: [-41011, -47020, 429],
})

export const declineInvitation = call({
  path: '/v1/user/declineInvitation',
  effect: 'change',
  activity: 'employee.declined',
  limits: [{ name: 'invitation', by: 'address', max: 60, seconds: 600 }],
  access: 'public',
  about: '收到邀请短信而没有账号的人谢绝加入，无须注册。',
  input: z.strictObject({ invitation: invitationToken }),
  codes: [-47020, 429],
})
