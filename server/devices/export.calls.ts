import { auditStateNames, authStateNames, platformNames } from '#contract/device-names.ts'
import { dayInChina } from '../hours/service-time.ts'
import type { HandlersFor } from '../http/context.ts'
import { hitLimit } from '../http/limits.ts'
import { writeSheets } from '../sheets/sheets.ts'
import { keepExport } from '../uploads/exports.ts'
import { type DeviceRow, nextDevices } from './list.sql.ts'
import { released } from './versions.ts'

const perHour = { max: 60, seconds: 3600 }
const batch = 2_000

const columns: { title: string; width: number; value: (row: DeviceRow) => string }[] = [
  { title: '设备', width: 28, value: ({ name }) => name },
  { title: '员工', width: 14, value: ({ employee_name }) => employee_name },
  { title: '部门', width: 36, value: ({ dept_path }) => dept_path ?? '' },
  { title: '平台', width: 12, value: ({ platform }) => platformNames[platform] },
  { title: '系统', width: 20, value: ({ os_version }) => os_version },
  { title: '客户端版本', width: 14, value: ({ client_version }) => client_version },
  { title: '旧版本', width: 10, value: ({ outdated }) => (outdated ? '是' : '') },
  { title: '审核', width: 10, value: ({ audit_state }) => auditStateNames[audit_state] },
  { title: '授权', width: 10, value: ({ auth_state }) => authStateNames[auth_state] },
  { title: '审核说明', width: 28, value: ({ audit_note }) => audit_note ?? '' },
  { title: '最后在线', width: 14, value: ({ last_seen_at }) => (last_seen_at ? dayInChina(last_seen_at) : '') },
  { title: '地址', width: 18, value: ({ last_ip }) => last_ip ?? '' },
  { title: '登记日期', width: 14, value: ({ created_at }) => dayInChina(created_at) },
]

export const deviceExportCalls: HandlersFor<'exportDevices'> = {
  async exportDevices({ services, system, company, membership: { companyId } }, filter) {
    await hitLimit(system, `export:${companyId}`, perHour)
    const search = { companyId, filter, released: await released(system) }
    let rows = 0
    async function* batches() {
      let after: DeviceRow | undefined
      do {
        const devices = await nextDevices(company, search, { after, limit: batch })
        rows += devices.length
        yield { sheet: 0, rows: devices.map(row => columns.map(({ value }) => value(row))) }
        after = devices.length === batch ? devices.at(-1) : undefined
      } while (after)
    }
    const headings = columns.map(({ title, width }) => ({ title, width }))
    const content = await writeSheets([{ name: '设备', columns: headings }], batches())
    const fileName = `设备-${dayInChina(new Date())}.xlsx`
    return { url: await keepExport(services, { content, fileName }), file_name: fileName, rows }
  },
}
