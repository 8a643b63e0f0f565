import { z } from 'zod'
import { call } from './call.ts'
import { employeeIds, id, line, listOf } from './fields.ts'

export const department = z.object({
  dept_id: id,
  parent_id: id.nullable(),
  name: z.string(),
  /** Place among its siblings, from 0. */
  sort: z.int(),
  /** People of this department itself. */
  people: z.int(),
  /** With those of all departments below. */
  people_in_all: z.int(),
})

export const getDeptListByCompanyId = call({
  path: '/v1/department/getDeptListByCompanyId',
  access: 'manager',
  about: '本企业的部门，按层级与顺序排列；另附未分配部门的人数。',
  input: z.strictObject({}),
  output: listOf(department).extend({ people_without: z.int() }),
})

export const setDepartment = call({
  path: '/v1/department/setDepartment',
  access: 'manager',
  about: '新建部门（不带 dept_id），或改名、移动、排序；只改动带上的项。',
  input: z.strictObject({
    dept_id: id.optional(),
    name: line('部门名称', 30).optional(),
    /** null is the top level. */
    parent_id: id.nullable().optional(),
    /** Place among its siblings from 0; the others make room. */
    sort: z.int({ error: '顺序须为整数' }).min(0, '顺序从0开始').max(10_000, '顺序过大').optional(),
  }),
  output: z.object({ dept_id: id }),
  codes: [-46001, -46002, -46003, -46004],
})

export const batchSetDepartment = call({
  path: '/v1/department/batchSetDepartment',
  access: 'manager',
  about: '把多名员工移到一个部门；null 为不属于任何部门。',
  input: z.strictObject({
    employee_ids: employeeIds,
    dept_id: id.nullable(),
  }),
  output: z.object({ moved: z.int() }),
  codes: [-46001, -47001],
})

export const delDepartment = call({
  path: '/v1/department/delDepartment',
  access: 'manager',
  about: '删除空部门；仍有员工或下级部门时拒绝并说明数量。',
  input: z.strictObject({ dept_id: id }),
  output: z.object({ dept_id: id }),
  codes: [-46001, -46005],
})
