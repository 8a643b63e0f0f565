import { auditActionName, auditActorName, auditTarget } from '#contract/operations/audit-names.ts'
import { listedRows } from '#contract/people.ts'
import { formatTimeInChina } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { listedPage } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { byPages, type ExportColumn, exportTable } from '#server/engines/sheets/export-table.ts'
import { type Audited, auditEntries, countAudited, namesOf } from './audit-log.sql.ts'

const targetText = ({ target, target_name }: Audited) =>
  [auditTarget(target).word, target_name].filter(Boolean).join(' ')
const json = (value: unknown) => (value === null || value === undefined ? '' : JSON.stringify(value))

const uuids = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g
/** The most objects named by the entries of a page; the rest of a long list is read by its ids. */
const namedAtOnce = 500

const idsIn = (rows: readonly Audited[]): string[] =>
  [...new Set(rows.flatMap(({ before, after }) => json([before, after]).match(uuids) ?? []))].slice(0, namedAtOnce)

const columns: ExportColumn<Audited>[] = [
  { title: '时间', width: 20, value: row => formatTimeInChina(row.at) },
  { title: '操作者', width: 20, value: row => auditActorName(row.actor_name) },
  { title: '操作者编号', width: 44, value: row => row.actor },
  { title: '操作', width: 20, value: row => auditActionName(row.action) },
  { title: '操作代码', width: 26, value: row => row.action },
  { title: '对象', width: 30, value: row => targetText(row) },
  { title: '对象编号', width: 46, value: row => row.target },
  { title: '操作前', width: 50, value: row => json(row.before) },
  { title: '操作后', width: 50, value: row => json(row.after) },
  { title: '地址', width: 18, value: row => row.ip ?? '' },
  { title: '请求编号', width: 40, value: row => row.request_id ?? '' },
]

export const auditLogCalls = {
  async getAuditList({ system }, { page, page_size, ...filters }) {
    const [list, total] = await together(system, database => [
      auditEntries(database, filters, listedPage({ page, page_size })),
      countAudited(database, filters, listedRows),
    ])
    return { list, named: await namesOf(system, idsIn(list)), total, more: total > listedRows }
  },

  async exportAudit({ system, services, operator }, filters) {
    await recordAudit(system, { action: 'audit.exported', target: 'audit', after: filters })
    const batches = (database: Database) => byPages(page => auditEntries(database, filters, page))
    return exportTable({ services, operator }, { name: '审计日志', columns, from: system, batches })
  },
} satisfies SomeOperations
