import { z } from 'zod'
import { call } from './call.ts'
import { createOrUpdateInput } from './create-or-update-input.ts'
import { employeeIds, id, listOf, undoFields } from './fields.ts'
import { department } from './records/department.ts'

export const getDeptListByCompanyId = call({
  path: '/v1/department/getDeptListByCompanyId',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'people' },
  within: { narrowed: true },
  about: '本企业的部门，按层级与顺序排列；另附未分配部门的人数。',
  output: listOf(department.schema).extend({ people_without: z.int() }),
})

export const setDepartment = call({
  path: '/v1/department/setDepartment',
  effect: 'change',
  activity: 'department.changed',
  undo: true,
  changesAccess: true,
  access: 'manager',
  scope: { topic: 'people' },
  about: '新建部门（不带 dept_id），或改名、移动、排序；只改动带上的项。',
  input: createOrUpdateInput('dept_id', department.edit('set')),
  output: z.object({ dept_id: id, ...undoFields }),
  codes: [-46001, -46002, -46003, -46004, -46006, -53022],
})

export const batchSetDepartment = call({
  path: '/v1/department/batchSetDepartment',
  effect: 'change',
  activity: 'employee.moved',
  undo: true,
  changesAccess: true,
  access: 'manager',
  scope: { topic: 'people', without: ['template_id'] },
  within: { named: ['employee_ids', 'dept_id'] },
  about:
    '把多名员工移到一个部门；null 为不属于任何部门。可以同时套用入职模板的时长、设备上限与专线组，部门以这里的为准，也一起撤销。',
  input: z.strictObject({
    employee_ids: employeeIds,
    dept_id: id.nullable(),
    template_id: id.optional(),
  }),
  /** With a template, undoing the move also undoes everything that the template assigned. */
  output: z.object({ moved: z.int(), ...undoFields }),
  codes: [-46001, -47001, -47007, -47008, -47030, -47031, -47050, -52010],
})

export const delDepartment = call({
  path: '/v1/department/delDepartment',
  effect: 'change',
  activity: 'department.deleted',
  access: 'manager',
  scope: { topic: 'people' },
  about: '删除空部门；仍有员工或下级部门时拒绝并说明数量。',
  input: z.strictObject({ dept_id: id }),
  output: z.object({ dept_id: id }),
  codes: [-46001, -46005],
})
