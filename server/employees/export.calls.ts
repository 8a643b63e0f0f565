import { employeeRoleNames, employeeStateNames } from '#contract/people.ts'
import type { Database } from '../database/database.ts'
import { departmentTree } from '../departments/departments.ts'
import type { Department, Tree } from '../departments/tree.ts'
import { dayInChina, remainDays } from '../hours/service-time.ts'
import type { HandlersFor } from '../http/context.ts'
import { exportBatch, exportTable, hitExportLimit } from '../sheets/export-table.ts'
import { writeSheets } from '../sheets/sheets.ts'
import { keepExport } from '../uploads/exports.ts'
import type { EmployeeRow } from './employees.sql.ts'
import { headings } from './import-rows.ts'
import { type EmployeeQuery, nextEmployees } from './list.sql.ts'
import { queryOf } from './query.ts'

type Column = { title: string; width: number; value: (row: EmployeeRow, tree: Tree<Department>) => string }

// The first four are the template's, so that an export can be edited and imported elsewhere.
const columns: Column[] = [
  { title: headings.phone, width: 16, value: ({ phone }) => phone },
  { title: headings.name, width: 14, value: ({ name }) => name },
  { title: headings.jobNumber, width: 14, value: ({ job_number }) => job_number ?? '' },
  {
    title: headings.department,
    width: 36,
    value: ({ department_id }, tree) => (department_id ? tree.pathOf(department_id) : ''),
  },
  { title: '角色', width: 10, value: ({ role }) => employeeRoleNames[role] },
  { title: '状态', width: 12, value: ({ state }) => employeeStateNames[state] },
  { title: '设备数', width: 10, value: ({ device_count }) => String(device_count) },
  { title: '设备上限', width: 10, value: ({ device_limit }) => String(device_limit) },
  { title: '服务到期', width: 14, value: ({ service_ends_at }) => dayOr(service_ends_at) },
  { title: '剩余天数', width: 10, value: ({ service_ends_at }) => String(remainDays(service_ends_at)) },
  { title: '最近在线', width: 14, value: ({ last_seen_at }) => dayOr(last_seen_at) },
  { title: '添加日期', width: 14, value: ({ created_at }) => dayInChina(created_at) },
]
const dayOr = (at: Date | null) => (at ? dayInChina(at) : '')

export const exportCalls: HandlersFor<'exportCompanyUsers' | 'getEmployeeImportTemplate'> = {
  async exportCompanyUsers(context, filter) {
    await hitExportLimit(context)
    const { company, membership } = context
    const tree = await departmentTree(company, membership.companyId)
    const query = await queryOf(membership.companyId, filter, tree)
    return exportTable(context, {
      name: '员工',
      columns: columns.map(({ value, ...column }) => ({ ...column, value: (row: EmployeeRow) => value(row, tree) })),
      batches: inBatches(company, query),
    })
  },

  async getEmployeeImportTemplate(context) {
    await hitExportLimit(context)
    const { services, company, membership } = context
    const tree = await departmentTree(company, membership.companyId)
    const paths = [...tree.byId.keys()].map(id => [tree.pathOf(id)]).sort()
    const content = await writeSheets(
      [
        { name: '员工', columns: columns.slice(0, 4) },
        { name: '部门清单', columns: [{ title: '可填写的部门', width: 48 }] },
        {
          name: '填写说明',
          columns: [
            { title: '列', width: 12 },
            { title: '说明', width: 72 },
          ],
        },
      ].map(withoutFunctions),
      [
        { sheet: 1, rows: paths },
        { sheet: 2, rows: instructions },
      ],
    )
    const fileName = '员工导入模板.xlsx'
    return { url: await keepExport(services, { content, fileName }), file_name: fileName }
  },
}

const instructions = [
  [headings.phone, '必填，11 位手机号。未注册的号码会收到邀请短信。'],
  [headings.name, '必填，最多 50 个字。'],
  [headings.jobNumber, '选填，企业内不可重复，最多 30 个字。'],
  [headings.department, '选填，照“部门清单”填写完整路径；名称不重复时也可只填部门名。'],
  ['其他', '第一行的列名请保留；每行一人，最多 5000 行；请勿使用公式与合并单元格。'],
]

/** What can be handed to another thread. */
const withoutFunctions = ({ name, columns }: { name: string; columns: { title: string; width: number }[] }) => ({
  name,
  columns: columns.map(({ title, width }) => ({ title, width })),
})

async function* inBatches(company: Database, query: EmployeeQuery) {
  let after: EmployeeRow | undefined
  do {
    const rows = await nextEmployees(company, query, { after, limit: exportBatch })
    if (rows.length) yield rows
    after = rows.length === exportBatch ? rows.at(-1) : undefined
  } while (after)
}
