import { z } from 'zod'
import { call } from './call.ts'
import { exportedFile, exportLimits } from './exports.ts'
import { id, listOf, paging } from './fields.ts'
import { duty } from './records/duty.ts'

export const getDutyList = call({
  path: '/v1/company/getDutyList',
  effect: 'read',
  access: 'manager',
  about: '担任财务、设备、只读、部门主管的员工：他们能进控制台，只能做角色之内的事。',
  input: z.strictObject(paging),
  /** `dept_ids` leaves out deleted departments; `dept_paths` are the paths of those that remain. */
  output: listOf(duty.schema.extend({ dept_paths: z.array(z.string()).nullable() })),
})

export const exportDuties = call({
  path: '/v1/company/exportDuties',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '导出担任角色的员工、角色的范围与授予人为 XLSX。',
  output: exportedFile,
  codes: [429],
})

export const setDuty = call({
  path: '/v1/company/setDuty',
  effect: 'change',
  activity: 'employee.role',
  access: 'manager',
  about:
    '让一名在职员工担任财务、设备、只读或部门主管，或以 null 收回；立即生效。部门主管须以 dept_ids 写明部门（含下级），设备与只读可以写明（此后只及于其中的员工与设备），财务不限部门。管理员本来就能做这些，访客不能担任。',
  input: z.strictObject({ employee_id: id, ...duty.edit('set') }),
  output: z.object({ duty: duty.fields.duty.set }),
  success: '已保存',
  codes: [-41017, -46001, -47001, -47003, -47004, -47009, -47060, -53022],
})
