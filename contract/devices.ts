import { z } from 'zod'
import { call } from './call.ts'
import { auditStates, authStates, deviceActions, platforms } from './device-names.ts'
import { exportedFile, exportLimits } from './exports.ts'
import {
  captcha,
  cursorHelp,
  cursorPaging,
  employeeIds,
  id,
  listOf,
  paging,
  peopleKeyword,
  undoFields,
} from './fields.ts'
import { listedRows } from './people.ts'
import { device, deviceLog } from './records/device.ts'

const deviceIds = z.array(id, { error: '请选择设备' }).min(1, '请选择设备').max(100, '一次最多100台')

const listedDevice = device.schema.omit({ fingerprint: true })

/** Filters combine. The list and its export share them. */
const deviceFilter = {
  audit_state: z.enum(auditStates, { error: '审核状态不正确' }).optional(),
  auth_state: z.enum(authStates, { error: '授权状态不正确' }).optional(),
  platform: z.enum(platforms, { error: '平台不正确' }).optional(),
  outdated: z.boolean().optional(),
  /** Days for which the device was not seen. */
  unseen_days: z.int().min(1, '至少1天').max(365, '最多365天').optional(),
  /** Whether the device reported within the last minutes; one that never did is offline. */
  online: z.boolean({ error: '请选择在线或离线' }).optional(),
  employee_id: id.optional(),
  keyword: peopleKeyword.optional(),
}

export const getDeviceList = call({
  path: '/v3/device/getDeviceList',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'devices' },
  within: { named: ['employee_id'], narrowed: true },
  about:
    '设备列表，可按审核、授权、平台、旧版本、多日未见、在线、员工与关键词（设备名、地址、员工姓名、手机号、工号）筛选；按登记时间从新到旧，筛选多日未见时按最后在线从早到晚。' +
    cursorHelp(listedRows),
  input: z.strictObject({ ...deviceFilter, ...paging, ...cursorPaging }),
  /**
   * Pages reach the first listedRows. With `more` there are more and further pages are empty: filter, or read by `after`. `total`
   * is exact without an employee, a keyword, `unseen_days` or `online`; with one of them it stops at listedRows, with a keyword at
   * listedMatches. `pending` counts the waiting devices that match the other filters, and is exact without any.
   */
  output: listOf(listedDevice).extend({ more: z.boolean(), pending: z.int() }),
})

export const exportDevices = call({
  path: '/v3/device/exportDevices',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  within: { named: ['employee_id'], narrowed: true },
  about: '按筛选条件导出设备表（XLSX），答复短期有效的下载地址。',
  input: z.strictObject(deviceFilter),
  output: exportedFile,
  codes: [429],
})

export const getDeviceDetail = call({
  path: '/v3/device/getDeviceDetail',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'devices' },
  within: { named: ['device_id'] },
  about: '一台设备，以及它现在能否使用服务、不能时的原因。',
  input: z.strictObject({ device_id: id }),
  output: z.object({
    device: listedDevice,
    ...device.schema.pick({ fingerprint: true }).shape,
    device_limit: z.int(),
    usable: z.boolean(),
    reason: z.string().nullable(),
  }),
  codes: [-48001],
})

export const getDeviceLog = call({
  path: '/v3/device/getDeviceLog',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'devices' },
  within: { named: ['device_id'] },
  about: '设备日志：登记、登录、审核、授权变更、移除。',
  input: z.strictObject({ device_id: id, ...paging }),
  output: listOf(deviceLog.schema),
  codes: [-48001],
})

export const getCompanyAdminCaptcha = call({
  path: '/v1/company/getCompanyAdminCaptcha',
  effect: 'change',
  access: 'manager',
  within: { named: ['device_ids', 'employee_ids'] },
  about:
    '向当前管理员的手机发送验证码，只对所述操作与设备（company 为转让企业、取消或移除管理员，只对所述员工）有效，5分钟内可用一次。',
  input: z.discriminatedUnion(
    'action',
    [
      z.strictObject({ action: z.enum(deviceActions), device_ids: deviceIds }),
      z.strictObject({ action: z.literal('company'), employee_ids: employeeIds }),
    ],
    { error: '操作不正确' },
  ),
  output: z.object({ phone: z.string() }),
  codes: [-41006, -41007, -41015, -47001, -48001, 429],
})

export const deviceAudit = call({
  path: '/v3/device/deviceAudit',
  effect: 'change',
  activity: 'device.approved',
  undo: true,
  changesAccess: true,
  access: 'manager',
  within: { named: ['device_ids'] },
  about: '审核设备：通过或驳回，可附说明；需要管理员验证码。',
  input: z.strictObject({
    device_ids: deviceIds,
    audit_state: device.fields.audit_state.audit,
    note: device.fields.audit_note.audit,
    captcha,
  }),
  output: z.object({ changed: z.int(), ...undoFields }),
  codes: [-41005, -48001, -48002],
})

export const deviceAuthStatusChange = call({
  path: '/v3/device/deviceAuthStatusChange',
  effect: 'change',
  activity: 'device.authorized',
  undo: true,
  changesAccess: true,
  access: 'manager',
  within: { named: ['device_ids'] },
  about: '授权或暂停设备；需要管理员验证码。',
  input: z.strictObject({
    device_ids: deviceIds,
    ...device.input('authorize'),
    captcha,
  }),
  output: z.object({ changed: z.int(), ...undoFields }),
  codes: [-41005, -48001, -48002],
})

export const deviceRemove = call({
  path: '/v3/device/deviceRemove',
  effect: 'change',
  activity: 'device.removed',
  changesAccess: true,
  access: 'manager',
  scope: { topic: 'devices' },
  within: { named: ['device_ids'] },
  about: '移除设备；它再次登记时需要重新审核。',
  input: z.strictObject({ device_ids: deviceIds }),
  output: z.object({ removed: z.int() }),
  codes: [-48001],
})
