import { z } from 'zod'
import { call } from './call.ts'
import { id, instant, line, listOf, moment, paging } from './fields.ts'
import { type LineAction, lineActions, lineGroupLines, lineGroupMembers, lineStates } from './line-names.ts'
import { linesPerOrder } from './shop.ts'

// Object.keys forgets which keys they are.
const actions = Object.keys(lineActions) as LineAction[]
const svpIds = z
  .array(id, { error: '请选择专线' })
  .min(1, '请选择专线')
  .max(linesPerOrder, `一次最多${linesPerOrder}条专线`)

const vpl = z.object({
  svp_id: id,
  name: z.string(),
  remark: z.string(),
  state: z.enum(lineStates),
  suspend_reason: z.string().nullable(),
  region_id: id,
  country: z.string(),
  city: z.string(),
  access_way_id: id,
  access_way: z.string(),
  /** Mbit/s. */
  bandwidth: z.int().nullable(),
  address: z.string().nullable(),
  starts_at: instant,
  ends_at: instant,
  /** Until when its address is kept; null before its end. */
  grace_ends_at: instant.nullable(),
  auto_renew: z.boolean(),
  groups: z.array(z.object({ group_id: id, name: z.string() })),
})

const vplFilter = {
  state: z.enum(lineStates, { error: '专线状态不正确' }).optional(),
  region_id: id.optional(),
  access_way_id: id.optional(),
  group_id: id.optional(),
  /** In no group: nobody can use it. */
  without_group: z.boolean().optional(),
  /** Part of the name, the remark or the address. */
  keyword: line('关键词', 50, 0).optional(),
}

export const getCompanyVplList = call({
  path: '/v1/company/getCompanyVplList',
  access: 'manager',
  about: '企业的虚拟专线；默认不含已释放的。counts 为各状态的条数。',
  input: z.strictObject({
    ...vplFilter,
    order: z.enum(['created', 'ends'], { error: '排序不正确' }).default('created'),
    ...paging,
  }),
  output: listOf(vpl).extend({ more: z.boolean(), counts: z.record(z.enum(lineStates), z.int()) }),
})

export const exportVpls = call({
  path: '/v1/company/exportVpls',
  access: 'manager',
  about: '按筛选导出专线为 XLSX。',
  input: z.strictObject(vplFilter),
  output: z.object({ url: z.string(), file_name: z.string(), rows: z.int() }),
  codes: [429],
})

export const getVplMap = call({
  path: '/v1/company/getVplMap',
  access: 'manager',
  about: '专线按地区的分布，用于地图。',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        region_id: id,
        code: z.string(),
        country: z.string(),
        city: z.string(),
        latitude: z.number(),
        longitude: z.number(),
        lines: z.int(),
        /** Of them, expiring or in their grace. */
        ending: z.int(),
        unbound: z.int(),
      }),
    ),
  }),
})

export const getCompanyVplDetail = call({
  path: '/v1/company/getCompanyVplDetail',
  access: 'manager',
  about: '一条专线的全部。',
  input: z.strictObject({ svp_id: id }),
  output: vpl.extend({
    gateway: z.string().nullable(),
    bound_at: instant.nullable(),
    created_at: instant,
    /** How often its address can still be changed this month. */
    rebinds_left: z.int(),
    /** Who can use it now; as many as there are. */
    people: z.int(),
    /** The order that bought it. */
    order_id: id,
    order_number: z.string(),
  }),
  codes: [-52001],
})

export const getVplLog = call({
  path: '/v1/company/getVplLog',
  access: 'manager',
  about: '一条专线的记录，最新的在前；含它所在专线组的权限变更。',
  input: z.strictObject({ svp_id: id, ...paging }),
  output: listOf(
    z.object({ action: z.enum(actions), actor_name: z.string(), detail: z.string(), created_at: instant }),
  ),
  codes: [-52001],
})

export const getVplIpList = call({
  path: '/v1/company/getVplIpList',
  access: 'manager',
  about: '一条专线可以绑定的空闲地址。',
  input: z.strictObject({ svp_id: id, keyword: line('关键词', 50, 0).optional(), ...paging }),
  output: listOf(z.object({ ip_id: id, address: z.string(), gateway: z.string() })).extend({ more: z.boolean() }),
  codes: [-52001, -52004],
})

export const bindCompanyVpl = call({
  path: '/v1/company/bindCompanyVpl',
  access: 'manager',
  about: '给专线绑定一个空闲地址；已有地址的则更换，每月有次数限制，原地址进入冷却。',
  input: z.strictObject({ svp_id: id, ip_id: id }),
  output: getCompanyVplDetail.output,
  success: '绑定成功',
  codes: [-52001, -52002, -52003, -52004, -52006],
})

export const setCompanyVpl = call({
  path: '/v1/company/setCompanyVpl',
  access: 'manager',
  about: '修改专线的名称（仅一条时）、备注、自动续费。自动续费在到期前生成续费订单并通知管理员。',
  input: z.strictObject({
    svp_ids: svpIds,
    name: line('专线名称', 50).optional(),
    remark: line('备注', 200, 0).optional(),
    auto_renew: z.boolean().optional(),
  }),
  output: z.object({ changed: z.int() }),
  success: '已保存',
  codes: [-52001, -52005],
})

/** People whose access a change touches, some of them by name. */
const touched = z.object({
  people: z.int(),
  /** The first of them. */
  list: z.array(
    z.object({
      employee_id: id,
      name: z.string(),
      dept_path: z.string().nullable(),
      /** Lines gained or lost. */
      lines: z.int(),
    }),
  ),
})
const change = z.object({ group_id: id, done: z.boolean(), gained: touched, lost: touched })
const preview = z.boolean().default(false)

export const getVplGroupList = call({
  path: '/v1/company/getVplGroupList',
  access: 'manager',
  about: '专线组，与各组的专线数、部门数、员工数。',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        group_id: id,
        name: z.string(),
        remark: z.string(),
        lines: z.int(),
        departments: z.int(),
        employees: z.int(),
      }),
    ),
  }),
})

export const getVplGroupDetail = call({
  path: '/v1/company/getVplGroupDetail',
  access: 'manager',
  about: '一个专线组的专线、部门与员工；people 为实际可以使用的人数（部门含下级）。',
  input: z.strictObject({ group_id: id }),
  output: z.object({
    group_id: id,
    name: z.string(),
    remark: z.string(),
    lines: z.array(z.object({ svp_id: id, name: z.string(), city: z.string(), state: z.enum(lineStates) })),
    departments: z.array(z.object({ dept_id: id, dept_path: z.string() })),
    employees: z.array(z.object({ employee_id: id, name: z.string(), dept_path: z.string().nullable() })),
    people: z.int(),
  }),
  codes: [-52010],
})

export const setVplGroup = call({
  path: '/v1/company/setVplGroup',
  access: 'manager',
  about: '新建或修改专线组的名称与备注。',
  input: z.strictObject({ group_id: id.optional(), name: line('组名', 50), remark: line('备注', 200, 0).default('') }),
  output: z.object({ group_id: id }),
  success: '已保存',
  codes: [-52010, -52011, -52012],
})

export const deleteVplGroup = call({
  path: '/v1/company/deleteVplGroup',
  access: 'manager',
  about: '删除专线组；preview 为真时只说明谁会失去权限。',
  input: z.strictObject({ group_id: id, preview }),
  output: change,
  codes: [-52010],
})

export const setVplGroupLines = call({
  path: '/v1/company/setVplGroupLines',
  access: 'manager',
  about: '设定专线组里的专线（全部）；preview 为真时只说明谁会获得、谁会失去。',
  input: z.strictObject({
    group_id: id,
    svp_ids: z.array(id, { error: '请选择专线' }).max(lineGroupLines, `一组最多${lineGroupLines}条专线`),
    preview,
  }),
  output: change,
  codes: [-52001, -52010],
})

export const setVplGroupMembers = call({
  path: '/v1/company/setVplGroupMembers',
  access: 'manager',
  about: '设定谁可以使用专线组：部门（含下级）与员工（全部）；preview 为真时只说明谁会获得、谁会失去。',
  input: z.strictObject({
    group_id: id,
    dept_ids: z.array(id, { error: '请选择部门' }).max(lineGroupMembers, `一组最多${lineGroupMembers}个部门`),
    employee_ids: z.array(id, { error: '请选择员工' }).max(lineGroupMembers, `一组最多单独添加${lineGroupMembers}人`),
    preview,
  }),
  output: change,
  codes: [-46001, -47001, -52010],
})

/** Why somebody may use a line. */
const reasons = z.array(
  z.object({
    group_id: id,
    group_name: z.string(),
    /** The department through which; null when the person stands in the group. */
    dept_path: z.string().nullable(),
  }),
)

export const getEmployeeVplList = call({
  path: '/v1/company/getEmployeeVplList',
  access: 'manager',
  about: '一名员工可以使用的专线，与为什么。',
  input: z.strictObject({ employee_id: id, ...paging }),
  output: listOf(
    z.object({
      svp_id: id,
      name: z.string(),
      city: z.string(),
      address: z.string().nullable(),
      state: z.enum(lineStates),
      reasons,
    }),
  ),
  codes: [-47001],
})

export const getVplUserList = call({
  path: '/v1/company/getVplUserList',
  access: 'manager',
  about: '谁有权使用一条专线，与为什么；at 为过去的某一刻时，答复当时的情况。usable 为专线本身（那时）能否使用。',
  input: z.strictObject({
    svp_id: id,
    /** Now when absent. */
    at: moment('时间格式不正确').optional(),
    ...paging,
  }),
  output: listOf(z.object({ employee_id: id, name: z.string(), dept_path: z.string().nullable(), reasons })).extend({
    /** Bound, not suspended, not ended; of the people each needs a device in service besides. */
    usable: z.boolean(),
    /** Before this instant nothing is known. */
    known_since: instant,
  }),
  codes: [-52001],
})
