import { accessConditions } from '#contract/access-names.ts'
import { employeeRoleNames, employeeStateNames, importRows, verifiedBy } from '#contract/people.ts'
import type { Employee } from '#contract/records/employee.ts'
import { employeeExport, employeeFields, employeeSheet, sheetFields } from '#contract/records/employee-fields.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { together } from '#server/database/together.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { keepExport } from '#server/engines/files/exports.ts'
import { exportTable, partByPart } from '#server/engines/sheets/export-table.ts'
import { writeSheets } from '#server/engines/sheets/sheets.ts'
import { departmentTree } from '../departments.ts'
import { groupsOf } from './adding.sql.ts'
import type { EmployeeRow } from './employees.sql.ts'
import { nextEmployees } from './list.sql.ts'
import { queryOf } from './query.ts'
import { withDerived } from './read.ts'

type Field = (typeof employeeExport)[number]

/** Texts for the sheet's readers, where the value itself does not say enough. */
const texts: { [Name in Field]?: (value: Employee[Name]) => string } = {
  role: role => employeeRoleNames[role],
  state: state => employeeStateNames[state],
  service_ends_at: dayOr,
  last_seen_at: dayOr,
  created_at: dayInChina,
  guest_until: dayOr,
}
const cellOf = <Name extends Field>(employee: Employee, name: Name): string | number =>
  texts[name]?.(employee[name]) ?? employee[name] ?? ''

const widths: { [Name in Field]?: number } = { phone: 16, dept_path: 36 }
const columnOf = (name: Field) => ({ title: employeeFields[name].label, width: widths[name] ?? 14 })

export const exportCalls = {
  async exportCompanyUsers(context, filter) {
    const { company, membership } = context
    const tree = await departmentTree(company, membership.companyId)
    const query = await queryOf(membership.companyId, filter, tree, membership.departments)
    return exportTable(context, {
      name: '员工',
      columns: [
        ...employeeExport.map(name => ({
          ...columnOf(name),
          kind: 'count' as const,
          value: (row: Employee) => cellOf(row, name),
        })),
        { title: accessConditions.verification, width: 14, value: row => verifiedBy[row.verification] ?? '' },
      ],
      from: company,
      async *batches(database) {
        const parts = partByPart<EmployeeRow>((after, limit) => nextEmployees(database, query, { after, limit }))
        for await (const rows of parts) yield rows.map(row => withDerived(row, tree, context.services.config))
      },
    })
  },

  async getEmployeeImportTemplate(context) {
    const { services, company, membership } = context
    const { companyId } = membership
    const [tree, groups] = await together(company, database => [
      departmentTree(database, companyId),
      groupsOf(database, companyId),
    ])
    const paths = [...tree.byId.keys()].map(id => [tree.pathOf(id)]).sort()
    const content = await writeSheets(
      companyId,
      [
        {
          name: '员工',
          columns: employeeSheet.map(name => ({ title: sheetFields[name].label, width: 16, kind: 'text' as const })),
        },
        { name: '部门清单', columns: [{ title: '可填写的部门', width: 48 }] },
        { name: '专线组清单', columns: [{ title: '可填写的专线组', width: 48 }] },
        {
          name: '填写说明',
          columns: [
            { title: '列', width: 12 },
            { title: '说明', width: 72 },
          ],
        },
      ],
      [
        { sheet: 1, rows: paths },
        { sheet: 2, rows: groups.map(({ name }) => [name]) },
        { sheet: 3, rows: instructions },
      ],
    )
    const fileName = '员工导入模板.xlsx'
    return { url: await keepExport(services, { content, fileName }), file_name: fileName }
  },
} satisfies SomeHandlers

/** Hints for the columns that need more explanation than a maximum length. */
const hints: { [Name in (typeof employeeSheet)[number]]?: string } = {
  phone: '必填，11 位手机号。未注册的号码会收到邀请短信。',
  job_number: `选填，企业内不可重复，最多 ${employeeFields.job_number.max} 个字。`,
  dept_path: '选填，照“部门清单”填写完整路径；名称不重复时也可只填部门名。',
  days: '选填，为本人预留的整数天数，自同意加入时起算；合计不超过企业剩余时长。',
  device_limit: '选填，可用设备的台数；不填为默认值或模板的值。',
  groups: '选填，照“专线组清单”填写，多个用顿号隔开。',
}
const hintOf = ({ max, required }: { max: number; required: boolean }) =>
  `${required ? '必填' : '选填'}，最多 ${max} 个字。`
const instructions = [
  ...employeeSheet.map(name => {
    const field = sheetFields[name]
    return [field.label, hints[name] ?? ('max' in field ? hintOf(field) : '')]
  }),
  ['其他', `第一行的列名请保留；每行一人，最多 ${importRows} 行；请勿使用公式与合并单元格。`],
]

function dayOr(at: string | null): string {
  return at ? dayInChina(at) : ''
}
