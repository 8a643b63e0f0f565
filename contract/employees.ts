import { z } from 'zod'
import { wLogin } from './accounts.ts'
import { call } from './call.ts'
import { auditStates, authStates, platforms } from './devices.ts'
import { agreed, employeeIds, id, instant, line, listOf, newPassword, nothing, paging, phone } from './fields.ts'
import {
  type EmployeeAction,
  employeeActions,
  employeeRoles,
  employeeServices,
  employeeStates,
  ledgerKinds,
} from './people.ts'

export const deviceLimit = z.int({ error: '设备上限须为整数' }).min(0, '设备上限最小为0').max(100, '设备上限最大为100')
const jobNumber = line('工号', 30)
// Object.keys forgets which keys they are.
const actions = Object.keys(employeeActions) as EmployeeAction[]

export const employee = z.object({
  employee_id: id,
  name: z.string(),
  phone: z.string(),
  job_number: z.string().nullable(),
  dept_id: id.nullable(),
  /** From the top: 运营中心 / 亚马逊事业部. */
  dept_path: z.string().nullable(),
  role: z.enum(employeeRoles),
  state: z.enum(employeeStates),
  device_limit: z.int(),
  device_count: z.int(),
  service_ends_at: instant.nullable(),
  /** Whole days of service left, rounded up; 0 without any. */
  remain_days: z.int(),
  /** Of any device. */
  last_seen_at: instant.nullable(),
  created_at: instant,
})

/** Filters combine; a list, its export and a bulk action over "all that match" read the same ones. */
export const employeeFilter = {
  /** With the departments below. */
  dept_id: id.optional(),
  /** Only people of no department; not together with dept_id. */
  without_dept: z.boolean().optional(),
  state: z.enum(employeeStates, { error: '状态不正确' }).optional(),
  role: z.enum(employeeRoles, { error: '角色不正确' }).optional(),
  /** in_service: has time left; ends_soon: within 15 days; ended: had some; none: never had any. */
  service: z.enum(employeeServices, { error: '服务状态不正确' }).optional(),
  /** Part of the name, phone or job number. */
  keyword: line('关键词', 50).optional(),
}

export const getCompanyUserList = call({
  path: '/v1/company/getCompanyUserList',
  access: 'manager',
  about: '员工列表，可按部门（含下级）、状态、服务时长、关键词筛选。',
  input: z.strictObject({
    ...employeeFilter,
    order: z.enum(['created', 'service_end', 'name'], { error: '排序方式不正确' }).default('created'),
    ...paging,
  }),
  /**
   * The first listedRows are listed; with `more` there are more, and further pages are empty: filter instead. `total` is exact
   * without a role, service or keyword; with one of them it stops at listedRows, with a keyword at listedMatches.
   */
  output: listOf(employee).extend({ more: z.boolean() }),
})

export const employeeDraft = z.strictObject({
  phone,
  name: line('姓名', 50),
  job_number: jobNumber.optional(),
  dept_id: id.nullable().optional(),
  device_limit: deviceLimit.optional(),
})

export const addCompanyUser = call({
  path: '/v1/company/addCompanyUser',
  access: 'manager',
  about:
    '添加一名或多名员工：已注册的手机号立即成为员工并收到通知，未注册的收到邀请短信。逐行答复结果，失败的行不影响其他行。',
  input: z.strictObject({
    employees: z
      .array(employeeDraft, { error: '请填写员工' })
      .min(1, '请填写员工')
      .max(100, '一次最多100人，更多请用表格导入'),
    /** Invitation SMS to people without an account. */
    invite: z.boolean().default(true),
  }),
  output: z.object({
    added: z.int(),
    results: z.array(z.object({ phone: z.string(), employee_id: id.nullable(), problem: z.string().nullable() })),
  }),
})

export const getCompanyUserDetail = call({
  path: '/v1/company/getCompanyUserDetail',
  access: 'manager',
  about: '一名员工：资料、设备、时长记录与操作日志。',
  input: z.strictObject({ employee_id: id }),
  output: z.object({
    employee,
    devices: z.array(
      z.object({
        device_id: id,
        name: z.string(),
        platform: z.enum(platforms),
        client_version: z.string(),
        audit_state: z.enum(auditStates),
        auth_state: z.enum(authStates),
        last_seen_at: instant.nullable(),
      }),
    ),
    ledger: z.array(
      z.object({
        entry_id: id,
        kind: z.enum(ledgerKinds),
        days: z.int(),
        actor_name: z.string(),
        note: z.string(),
        created_at: instant,
      }),
    ),
    log: z.array(
      z.object({ action: z.enum(actions), actor_name: z.string(), detail: z.string(), created_at: instant }),
    ),
  }),
  codes: [-47001],
})

export const setCompanyUser = call({
  path: '/v1/company/setCompanyUser',
  access: 'manager',
  about: '修改员工资料、设备上限，或停用、恢复；停用立即结束其登录。只改动带上的项。',
  input: z.strictObject({
    employee_id: id,
    name: line('姓名', 50).optional(),
    job_number: jobNumber.nullable().optional(),
    dept_id: id.nullable().optional(),
    device_limit: deviceLimit.optional(),
    state: z.enum(['active', 'disabled'], { error: '状态不正确' }).optional(),
  }),
  output: z.object({ employee }),
  codes: [-46001, -47001, -47002, -47003, -47004, -47005],
})

export const setCompanyUserRole = call({
  path: '/v1/company/setCompanyUserRole',
  access: 'manager',
  about: '设为管理员或取消；企业至少保留一名管理员。transfer 为转让所有者，仅所有者可用。',
  input: z.strictObject({
    employee_id: id,
    role: z.enum(['manager', 'employee', 'owner'], { error: '角色不正确' }),
  }),
  output: z.object({ employee }),
  codes: [-47001, -47003, -47004, -47005, -47006],
})

export const inviteCompanyUser = call({
  path: '/v1/company/inviteCompanyUser',
  access: 'manager',
  about: '给尚未接受邀请的员工重发邀请短信（72小时内有效），同一手机号每日最多3次。',
  input: z.strictObject({ employee_ids: employeeIds }),
  output: z.object({
    invited: z.int(),
    /** Who has accepted already, and who got three today. */
    skipped: z.int(),
  }),
  codes: [-47001, -47021, -41015],
})

export const delCompanyUser = call({
  path: '/v1/company/delCompanyUser',
  access: 'manager',
  about: '移除员工：收回整日时长、删除设备、立即结束登录；账号本身保留。',
  input: z.strictObject({ employee_ids: employeeIds }),
  output: z.object({ removed: z.int(), reclaimed_days: z.int(), devices: z.int() }),
  codes: [-47001, -47003, -47005],
})

export const handOverEmployee = call({
  path: '/v1/company/handOverEmployee',
  access: 'manager',
  about:
    '离职交接：结束登录、停用账号、暂停设备，未用的整日时长与单独授予的专线交给接手人；没有接手人则收回。preview 为真时只说明会发生什么。',
  input: z.strictObject({
    employee_id: id,
    /** Who goes on with the unused days; null gives them back to the company. */
    successor_id: id.nullable(),
    /** Removes the employee at the end instead of disabling. */
    remove: z.boolean().default(false),
    preview: z.boolean().default(false),
  }),
  output: z.object({
    done: z.boolean(),
    sessions_ended: z.int(),
    devices_suspended: z.int(),
    /** Of the person, to the successor or to the company. */
    reclaimed_days: z.int(),
    /** Lines that the person might use by standing in their group; that place is the successor's now, or nobody's. */
    lines_handed: z.int(),
    successor_name: z.string().nullable(),
    successor_ends_at: instant.nullable(),
  }),
  codes: [-47001, -47003, -47004, -47005],
})

export const exportCompanyUsers = call({
  path: '/v1/company/exportCompanyUsers',
  access: 'manager',
  about: '按筛选条件导出员工表（XLSX），答复短期有效的下载地址。',
  input: z.strictObject(employeeFilter),
  output: z.object({ url: z.string(), file_name: z.string(), rows: z.int() }),
  codes: [429],
})

export const getEmployeeImportTemplate = call({
  path: '/v1/company/getEmployeeImportTemplate',
  access: 'manager',
  about: '员工导入表格的模板（XLSX），含本企业的部门清单。',
  input: z.strictObject({}),
  output: z.object({ url: z.string(), file_name: z.string() }),
  codes: [429],
})

export const importRow = z.object({
  /** As the person sees it in the sheet: the heading is row 1. */
  row: z.int(),
  phone: z.string(),
  name: z.string(),
  job_number: z.string(),
  dept_path: z.string(),
  problems: z.array(z.string()),
})

export const previewEmployeeImport = call({
  path: '/v1/company/previewEmployeeImport',
  access: 'manager',
  about: '上传员工表格（multipart：sid、file，file 在最后），逐行检查，尚未写入。',
  input: z.strictObject({}),
  output: z.object({
    import_id: id,
    good: z.int(),
    bad: z.int(),
    /** The bad rows first, at most 200 rows in all. */
    rows: z.array(importRow),
  }),
  codes: [-45002, -47010, -47011, -47012, 429],
  multipart: true,
})

export const commitEmployeeImport = call({
  path: '/v1/company/commitEmployeeImport',
  access: 'manager',
  about: '写入一次预览过的导入：全部无误，或仅写入无误的行。后台执行，以 getEmployeeImport 查看进度。',
  input: z.strictObject({ import_id: id, good_only: z.boolean().default(false), invite: z.boolean().default(true) }),
  output: nothing,
  codes: [-47012, -47013, -47014, -47015],
})

export const getEmployeeImport = call({
  path: '/v1/company/getEmployeeImport',
  access: 'manager',
  about: '一次导入的进度与结果。',
  input: z.strictObject({ import_id: id }),
  output: z.object({
    state: z.enum(['previewed', 'running', 'done', 'failed']),
    /** Rows to be written, and those that are done with. */
    total: z.int(),
    done: z.int(),
    added: z.int(),
    /** At most 500. */
    failed: z.array(importRow),
  }),
  codes: [-47013],
})

export const getInvitation = call({
  path: '/v1/user/getInvitation',
  access: 'public',
  about: '邀请链接的内容：哪家企业邀请了哪个手机号（已隐去中段）。',
  input: z.strictObject({
    invitation: z.string({ error: '邀请链接不完整' }).regex(/^[\w-]{20,60}$/, '邀请链接不完整'),
  }),
  output: z.object({ company_name: z.string(), phone: z.string(), name: z.string(), expires_at: instant }),
  codes: [-47020, 429],
})

export const acceptInvitation = call({
  path: '/v1/user/acceptInvitation',
  access: 'public',
  about: '受邀员工设置自己的密码并登录。',
  input: z.strictObject({
    is_agree: agreed,
    invitation: z.string({ error: '邀请链接不完整' }).regex(/^[\w-]{20,60}$/, '邀请链接不完整'),
    password: newPassword,
  }),
  output: wLogin.output,
  codes: [-41011, -47020, 429],
})
