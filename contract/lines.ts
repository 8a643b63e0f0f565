import { z } from 'zod'
import { call } from './call.ts'
import { createOrUpdateInput } from './create-or-update-input.ts'
import { exportedFile, exportLimits } from './exports.ts'
import {
  cursorHelp,
  cursorPaging,
  day,
  id,
  instant,
  listOf,
  moment,
  paging,
  line as text,
  undoFields,
} from './fields.ts'
import { lineGroupLines, lineGroupMembers, lineStates, listedLines } from './line-names.ts'
import { employee } from './records/employee.ts'
import { line, lineLog, listedLine } from './records/line.ts'
import { grantTimes, lineGroup } from './records/line-group.ts'
import { region } from './records/place.ts'
import { linesPerOrder } from './shop.ts'

const svpIds = z
  .array(id, { error: '请选择专线' })
  .min(1, '请选择专线')
  .max(linesPerOrder, `一次最多${linesPerOrder}条专线`)

const vplFilter = {
  state: z.enum(lineStates, { error: '专线状态不正确' }).optional(),
  region_id: id.optional(),
  access_way_id: id.optional(),
  group_id: id.optional(),
  /** Only lines in no group, which nobody can use. */
  without_group: z.boolean().optional(),
  /** Days in China on which a line ends, both inclusive. */
  ends_from: day('到期的开始日期格式不正确').optional(),
  ends_to: day('到期的结束日期格式不正确').optional(),
  /** A part of the name, the remark or the address. */
  keyword: text('关键词', 50, 0).optional(),
}

export const getCompanyVplList = call({
  path: '/v1/company/getCompanyVplList',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'lines' },
  about: `企业的虚拟专线；默认不含已释放的。counts 为各状态的条数，随状态以外的筛选。${cursorHelp(listedLines)}`,
  input: z.strictObject({
    ...vplFilter,
    order: z.enum(['created', 'ends'], { error: '排序不正确' }).default('created'),
    ...paging,
    ...cursorPaging,
  }),
  output: listOf(listedLine).extend({ more: z.boolean(), counts: z.record(z.enum(lineStates), z.int()) }),
})

export const exportVpls = call({
  path: '/v1/company/exportVpls',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '按筛选导出专线为 XLSX。',
  input: z.strictObject(vplFilter),
  output: exportedFile,
  codes: [429],
})

export const getVplMap = call({
  path: '/v1/company/getVplMap',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'lines' },
  about: '专线按地区的分布，用于地图。',
  output: z.object({
    list: z.array(
      region.schema
        .pick({ region_id: true, code: true, country: true, city: true, latitude: true, longitude: true, lines: true })
        .extend({
          /** The lines among them that are expiring or in their grace period. */
          ending: z.int(),
          unbound: z.int(),
        }),
    ),
  }),
})

export const getCompanyVplDetail = call({
  path: '/v1/company/getCompanyVplDetail',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'lines' },
  about: '一条专线的全部。',
  input: z.strictObject({ svp_id: id }),
  output: line.schema,
  codes: [-52001],
})

export const getVplLog = call({
  path: '/v1/company/getVplLog',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'lines' },
  about: '一条专线的记录，最新的在前；含它所在专线组的权限变更。',
  input: z.strictObject({ svp_id: id, ...paging }),
  output: listOf(lineLog.schema),
  codes: [-52001],
})

export const getVplIpList = call({
  path: '/v1/company/getVplIpList',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'lines' },
  about: '一条专线可以绑定的空闲地址。',
  input: z.strictObject({ svp_id: id, keyword: text('关键词', 50, 0).optional(), ...paging }),
  output: listOf(z.object({ ip_id: id, address: z.string(), gateway: z.string() })).extend({ more: z.boolean() }),
  codes: [-52001, -52004],
})

export const getOfferedIpList = call({
  path: '/v1/company/getOfferedIpList',
  effect: 'read',
  access: 'manager',
  about: '一种在售的专线可以选的空闲地址，下单时用。',
  input: z.strictObject({ sku_id: id, keyword: text('关键词', 50, 0).optional(), ...paging }),
  output: getVplIpList.output,
  codes: [-49002],
})

export const bindCompanyVpl = call({
  path: '/v1/company/bindCompanyVpl',
  effect: 'change',
  activity: 'line.bound',
  changesAccess: true,
  access: 'manager',
  scope: { topic: 'lines' },
  about: '给专线绑定一个空闲地址；已有地址的则更换，每月有次数限制，原地址进入冷却。',
  input: z.strictObject({ svp_id: id, ip_id: id }),
  undo: true,
  output: getCompanyVplDetail.output.extend(undoFields),
  success: '绑定成功',
  codes: [-52001, -52002, -52003, -52004, -52006],
})

export const setCompanyVpl = call({
  path: '/v1/company/setCompanyVpl',
  effect: 'change',
  activity: 'line.renamed',
  access: 'manager',
  scope: { topic: 'lines', without: ['auto_renew'] },
  about:
    '修改专线的名称（仅一条时）、备注、自动续费。自动续费在到期前生成续费订单，余额足够时从余额扣款，不足时通知管理员付款。',
  input: z.strictObject({
    svp_ids: svpIds,
    ...line.edit('change'),
  }),
  output: z.object({ changed: z.int() }),
  success: '已保存',
  codes: [-52001, -52005, -53022],
})

/** A person as shown on a group's pages. */
const person = employee.schema.pick({ employee_id: true, name: true, dept_path: true })

const changed = z.object({ group_id: id, ...undoFields })

export const getVplGroupList = call({
  path: '/v1/company/getVplGroupList',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'lines' },
  about: '专线组，与各组的专线数、部门数、员工数。',
  output: z.object({
    list: z.array(lineGroup.schema),
  }),
})

export const getVplGroupDetail = call({
  path: '/v1/company/getVplGroupDetail',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'lines' },
  about: '一个专线组的专线、部门与员工，各带授权的期限与时段；people 为实际可以使用的人数（部门含下级）。',
  input: z.strictObject({ group_id: id }),
  output: lineGroup.schema.extend({
    lines: z.array(line.schema.pick({ svp_id: true, name: true, city: true, state: true })),
    departments: z.array(grantTimes.schema.extend({ dept_id: id, dept_path: z.string() })),
    employees: z.array(person.extend(grantTimes.schema.shape)),
    people: z.int(),
  }),
  codes: [-52010],
})

export const setVplGroup = call({
  path: '/v1/company/setVplGroup',
  effect: 'change',
  activity: 'group.changed',
  access: 'manager',
  scope: { topic: 'lines' },
  about: '新建专线组（不带 group_id），或修改名称与备注；只改动带上的项。',
  input: createOrUpdateInput('group_id', lineGroup.edit('set')),
  output: z.object({ group_id: id }),
  success: '已保存',
  codes: [-52010, -52011, -52012, -53022],
})

export const deleteVplGroup = call({
  path: '/v1/company/deleteVplGroup',
  effect: 'change',
  activity: 'group.deleted',
  undo: true,
  changesAccess: true,
  access: 'manager',
  scope: { topic: 'lines' },
  about: '删除专线组；谁会失去权限见 planAccess。',
  input: z.strictObject({ group_id: id }),
  output: changed,
  codes: [-52010],
})

const groupLines = z.array(id, { error: '请选择专线' }).max(lineGroupLines, `一组最多${lineGroupLines}条专线`)

export const setVplGroupLines = call({
  path: '/v1/company/setVplGroupLines',
  effect: 'change',
  activity: 'group.changed',
  undo: true,
  changesAccess: true,
  access: 'manager',
  scope: { topic: 'lines' },
  about:
    '设定专线组里的专线（svp_ids 为全部），或只移出几条（remove_svp_ids）、加入几条（add_svp_ids），其余保持原样；谁会获得、谁会失去见 planAccess。',
  input: z.strictObject({
    group_id: id,
    svp_ids: groupLines.optional(),
    /** Adds and removes without listing the other lines, which another manager may be changing meanwhile. */
    add_svp_ids: groupLines.optional(),
    /** Removing a line that is no longer in the group is not an error. */
    remove_svp_ids: groupLines.optional(),
  }),
  output: changed,
  codes: [-52001, -52010, -52013],
})

const groupDepartments = z.array(id, { error: '请选择部门' }).max(lineGroupMembers, `一组最多${lineGroupMembers}个部门`)
const groupPeople = z.array(id, { error: '请选择员工' }).max(lineGroupMembers, `一组最多单独添加${lineGroupMembers}人`)

export const setVplGroupMembers = call({
  path: '/v1/company/setVplGroupMembers',
  effect: 'change',
  activity: 'group.changed',
  undo: true,
  changesAccess: true,
  access: 'manager',
  scope: { topic: 'lines' },
  about:
    '设定谁可以使用专线组：部门（含下级）与员工（dept_ids、employee_ids 各为全部，不带则不变），或只移出几个（remove_dept_ids、remove_employee_ids）、加入几个（add_dept_ids、add_employee_ids），其余保持原样；times 为其中一些授权的期限与时段，未列出的保持原样。谁会获得、谁会失去见 planAccess。',
  input: z.strictObject({
    group_id: id,
    dept_ids: groupDepartments.optional(),
    employee_ids: groupPeople.optional(),
    /** Adds and removes without listing the other members, whom another manager may be changing meanwhile. */
    add_dept_ids: groupDepartments.optional(),
    add_employee_ids: groupPeople.optional(),
    /** Removing a member who is no longer in the group is not an error. */
    remove_dept_ids: groupDepartments.optional(),
    remove_employee_ids: groupPeople.optional(),
    /** Sets the limits of these grants. Other grants keep theirs; a new one always holds. */
    times: z
      .array(z.strictObject({ id, ...grantTimes.input('set') }))
      .max(lineGroupMembers * 2, `一次最多设定${lineGroupMembers * 2}项期限与时段`)
      .optional(),
  }),
  output: changed,
  codes: [-46001, -47001, -52010],
})

/** Why a person may use a line, and when. */
export const accessReasons = z.array(
  z.object({
    group_id: id,
    group_name: z.string(),
    /** The department that gives the right; null when the person is a member of the group. */
    dept_path: z.string().nullable(),
    ...grantTimes.schema.shape,
    /** False outside the permitted hours. */
    holds: z.boolean(),
  }),
)

export const getEmployeeVplList = call({
  path: '/v1/company/getEmployeeVplList',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'lines' },
  within: { named: ['employee_id'] },
  about: '一名员工可以使用的专线，与为什么。',
  input: z.strictObject({ employee_id: id, ...paging }),
  output: listOf(
    line.schema
      .pick({ svp_id: true, name: true, city: true, address: true, state: true })
      .extend({ reasons: accessReasons }),
  ),
  codes: [-47001],
})

export const getVplUserList = call({
  path: '/v1/company/getVplUserList',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'lines' },
  about: '谁有权使用一条专线，与为什么；at 为过去的某一刻时，答复当时的情况。usable 为专线本身（那时）能否使用。',
  input: z.strictObject({
    svp_id: id,
    /** The present when absent. */
    at: moment('时间格式不正确').optional(),
    ...paging,
  }),
  output: listOf(person.extend({ reasons: accessReasons })).extend({
    /** True when the line is bound, not suspended and not ended. Each person also needs a device in service. */
    usable: z.boolean(),
    /** Nothing is recorded from before this instant. */
    known_since: instant,
  }),
  codes: [-52001],
})
