import { auditStateNames, authStateNames, platformNames } from '#contract/device-names.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { type ExportColumn, exportTable, partByPart } from '#server/engines/sheets/export-table.ts'
import { departmentsOf } from '#server/modules/people/within.ts'
import { type DeviceRow, nextDevices } from './list.sql.ts'
import { released } from './versions.ts'

const columns: ExportColumn<DeviceRow>[] = [
  { title: '设备', width: 28, value: ({ name }) => name },
  { title: '员工', width: 14, value: ({ employee_name }) => employee_name },
  { title: '部门', width: 36, value: ({ dept_path }) => dept_path ?? '' },
  { title: '平台', width: 12, value: ({ platform }) => platformNames[platform] },
  { title: '系统', width: 20, value: ({ os_version }) => os_version },
  { title: '客户端版本', width: 14, value: ({ client_version }) => client_version },
  { title: '旧版本', width: 10, value: ({ outdated }) => (outdated ? '是' : '') },
  { title: '设备密钥', width: 10, value: ({ has_key }) => (has_key ? '' : '无') },
  { title: '审核', width: 10, value: ({ audit_state }) => auditStateNames[audit_state] },
  { title: '授权', width: 10, value: ({ auth_state }) => authStateNames[auth_state] },
  { title: '审核说明', width: 28, value: ({ audit_note }) => audit_note ?? '' },
  { title: '最后在线', width: 14, value: ({ last_seen_at }) => (last_seen_at ? dayInChina(last_seen_at) : '') },
  { title: '地址', width: 18, value: ({ last_ip }) => last_ip ?? '' },
  { title: '登记日期', width: 14, value: ({ created_at }) => dayInChina(created_at) },
]

export const deviceExportCalls = {
  async exportDevices(context, filter) {
    const { company, system, membership } = context
    const departmentIds = await departmentsOf(company, membership)
    const search = { companyId: membership.companyId, filter, released: await released(system), departmentIds }
    const batches = (database: Database) =>
      partByPart<DeviceRow>((after, limit) => nextDevices(database, search, { after, limit }))
    return exportTable(context, { name: '设备', columns, from: company, batches })
  },
} satisfies SomeHandlers
