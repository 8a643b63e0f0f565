import { z } from 'zod'
import { activityNames } from './activity-names.ts'
import { call } from './call.ts'
import { exportedFile, exportLimits } from './exports.ts'
import { day, id, instant, line, listOf, paging } from './fields.ts'
import { keysOf } from './typed-keys.ts'

const actions = keysOf(activityNames)

const activityFilter = {
  /** Matches the name of the actor or of the subject. */
  keyword: line('关键词', 50).optional(),
  action: z.enum(actions, { error: '操作不正确' }).optional(),
  /** Filters by the person, device or line that was changed. */
  employee_id: id.optional(),
  device_id: id.optional(),
  svp_id: id.optional(),
  /** Days in China, both inclusive. */
  from: day('开始日期格式不正确').optional(),
  to: day('结束日期格式不正确').optional(),
}

export const getCompanyActivity = call({
  path: '/v1/company/getCompanyActivity',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'activity' },
  about: '企业的操作记录，最新的在前：按姓名或名称查找，按操作、日期、员工、设备或专线筛选；undoable 为真的可以撤销。',
  input: z.strictObject({ ...activityFilter, ...paging }),
  /** At most listedEntries entries, or listedMatches with a keyword. `more` is true when there are more. */
  output: listOf(
    z.object({
      activity_id: id,
      at: instant,
      actor_kind: z.enum(['account', 'token', 'operator', 'system']),
      actor_name: z.string(),
      action: z.enum(actions),
      subject_kind: z.string(),
      subject_id: id.nullable(),
      subject_name: z.string(),
      detail: z.string(),
      /** True when the whole act can be undone, from any of its entries. */
      undoable: z.boolean(),
      undone_at: instant.nullable(),
    }),
  ).extend({ more: z.boolean() }),
})

export const exportCompanyActivity = call({
  path: '/v1/company/exportCompanyActivity',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '按同样的条件导出企业的操作记录（XLSX），答复短期有效的下载地址。',
  input: z.strictObject(activityFilter),
  output: exportedFile,
  codes: [429],
})

export const undoActivity = call({
  path: '/v1/company/undoActivity',
  effect: 'change',
  activity: 'activity.undone',
  changesAccess: true,
  proof: 'weighty',
  access: 'manager',
  about:
    '撤销十分钟内的一次操作：分配时长全额退回，调整部门移回原处，停用的员工恢复，专线组、部门、设备与绑定的地址回到原样。此后情况有变时拒绝并说明原因。使设备重新能用的（撤销驳回与暂停）须再次验证身份。',
  input: z.strictObject({ activity_id: id }),
  output: z.object({ activity_id: id }),
  codes: [-41022, -47001, -54001, -54002, -54003, -54004],
})
