import { z } from 'zod'
import { call } from './call.ts'
import { createOrUpdateInput } from './create-or-update-input.ts'
import { batchSetDepartment } from './departments.ts'
import { employeeIds, id, undoFields } from './fields.ts'
import { setCompanyUserService } from './hours.ts'
import { setVplGroupMembers } from './lines.ts'
import { onboardingTemplate } from './records/onboarding-template.ts'

export const getTemplateList = call({
  path: '/v1/company/getTemplateList',
  effect: 'read',
  access: 'manager',
  about: '入职模板：部门、时长、设备上限与专线组。',
  output: z.object({ list: z.array(onboardingTemplate.schema) }),
})

export const setTemplate = call({
  path: '/v1/company/setTemplate',
  effect: 'change',
  activity: 'template.saved',
  access: 'manager',
  about: '新建入职模板（不带 template_id），或修改；只改动带上的项，不影响已经套用过的人。',
  input: createOrUpdateInput('template_id', onboardingTemplate.edit('set')),
  output: z.object({ template_id: id }),
  success: '已保存',
  codes: [-46001, -47050, -47051, -47052, -52010, -53022],
})

export const delTemplate = call({
  path: '/v1/company/delTemplate',
  effect: 'change',
  activity: 'template.deleted',
  access: 'manager',
  about: '删除入职模板；已经套用过的人不受影响。',
  input: z.strictObject({ template_id: id }),
  codes: [-47050],
})

export const applyTemplate = call({
  path: '/v1/company/applyTemplate',
  effect: 'change',
  activity: 'template.applied',
  undo: true,
  changesAccess: true,
  access: 'manager',
  about: '给员工套用入职模板：移到它的部门、设为它的设备上限、加进它的专线组、分配它的时长。要么全部成功，要么都不变。',
  input: z.strictObject({ template_id: id, employee_ids: employeeIds }),
  output: z.object({ applied: z.int(), ...undoFields }),
  codes: [
    ...new Set([
      -47050 as const,
      ...batchSetDepartment.codes,
      ...setCompanyUserService.codes,
      ...setVplGroupMembers.codes,
    ]),
  ],
})
