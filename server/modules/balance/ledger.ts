import { balanceKindNames } from '#contract/balance-names.ts'
import { formatTimeInChina } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { countedRows, listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { byPages, type ExportColumn } from '#server/engines/sheets/export-table.ts'
import { countEntries, type Entry, type LedgerFilter, listEntries } from './balance.sql.ts'

/** Returns one page of a company's ledger, newest first. */
export async function ledgerPage(
  database: Database,
  companyId: string,
  { page, page_size, ...filter }: LedgerFilter & { page: number; page_size: number },
) {
  const [list, counted] = await together(database, group => [
    listEntries(group, companyId, filter, listedPage({ page, page_size })),
    countEntries(group, companyId, filter, countedRows),
  ])
  return { list, ...listedTotal(counted) }
}

const columns: ExportColumn<Entry>[] = [
  { title: '时间', width: 20, value: ({ created_at }) => formatTimeInChina(created_at) },
  { title: '类型', width: 12, value: ({ kind }) => balanceKindNames[kind] },
  { title: '金额（元）', width: 14, value: ({ amount }) => amount },
  { title: '余额（元）', width: 14, value: ({ balance_after }) => balance_after },
  { title: '订单号', width: 22, value: ({ order_number }) => order_number ?? '' },
  { title: '经办人', width: 14, value: ({ actor_name }) => actor_name },
  { title: '说明', width: 44, value: ({ note }) => note },
]

export const ledgerTable = (database: Database, companyId: string, filter: LedgerFilter) => ({
  name: '余额流水',
  columns,
  from: database,
  batches: (snapshot: Database) => byPages(page => listEntries(snapshot, companyId, filter, page)),
})
