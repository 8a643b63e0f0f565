import { lineStateNames } from '#contract/line-names.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { byPages, type ExportColumn, exportTable } from '#server/engines/sheets/export-table.ts'
import { type ListedLine, listLines } from './lines.sql.ts'

const columns: ExportColumn<ListedLine>[] = [
  { title: '专线', width: 28, value: ({ name }) => name },
  { title: '状态', width: 12, value: ({ state }) => lineStateNames[state] },
  { title: '国家/地区', width: 14, value: ({ country }) => country },
  { title: '城市', width: 14, value: ({ city }) => city },
  { title: '接入方式', width: 18, value: ({ access_way }) => access_way },
  { title: '带宽（Mbit/s）', width: 14, kind: 'count', value: ({ bandwidth }) => bandwidth ?? '' },
  { title: '地址', width: 20, value: ({ address }) => address ?? '' },
  { title: '开始日期', width: 14, value: ({ starts_at }) => dayInChina(starts_at) },
  { title: '到期日期', width: 14, value: ({ ends_at }) => dayInChina(ends_at) },
  { title: '自动续费', width: 10, value: ({ auto_renew }) => (auto_renew ? '是' : '') },
  { title: '专线组', width: 30, value: ({ groups }) => groups.map(({ name }) => name).join('、') },
  { title: '暂停原因', width: 24, value: ({ suspend_reason }) => suspend_reason ?? '' },
  { title: '备注', width: 30, value: ({ remark }) => remark },
]

export const lineExportCalls = {
  async exportVpls(context, filter) {
    const { company, membership } = context
    const batches = (database: Database) =>
      byPages(page => listLines(database, membership.companyId, filter, { order: 'created', ...page }))
    return exportTable(context, { name: '专线', columns, from: company, batches })
  },
} satisfies SomeHandlers
