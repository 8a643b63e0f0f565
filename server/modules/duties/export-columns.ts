import { clockInChina } from '#contract/access-times.ts'
import { dutyNames } from '#contract/duty-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { employeeStateNames } from '#contract/people.ts'
import type { ExportColumn } from '#server/engines/sheets/export-table.ts'

export const dutyExportColumns: ExportColumn<OutputOf<'getDutyList'>['list'][number]>[] = [
  { title: '员工', width: 14, value: ({ name }) => name },
  { title: '手机号', width: 14, value: ({ phone }) => phone },
  { title: '部门', width: 30, value: ({ dept_path }) => dept_path ?? '' },
  { title: '状态', width: 10, value: ({ state }) => employeeStateNames[state] },
  { title: '角色', width: 12, value: ({ duty }) => dutyNames[duty] },
  {
    title: '范围',
    width: 44,
    value: ({ dept_paths }) => (dept_paths ? dept_paths.join('；') || '部门已删除' : '全企业'),
  },
  { title: '授予人', width: 14, value: ({ given_by }) => given_by },
  { title: '授予时间', width: 18, value: ({ given_at }) => clockInChina(given_at) },
]
