import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { ledgerKindNames, listedEntries } from '#contract/people.ts'
import { formatTimeInChina } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { byPages, type ExportColumn } from '#server/engines/sheets/export-table.ts'
import { countEntries, type LedgerFilter, listEntries } from './hours.sql.ts'

/** Returns one page of a company's ledger, newest first. */
export async function ledgerOf(
  company: Database,
  companyId: string,
  { page, page_size, ...filter }: ParsedOf<'getServiceLedger'>,
): Promise<OutputOf<'getServiceLedger'>> {
  const offset = (page - 1) * page_size
  const limit = Math.max(0, Math.min(page_size, listedEntries - offset))
  const [list, counted] = await together(company, database => [
    listEntries(database, companyId, filter, { limit, offset: Math.min(offset, listedEntries) }),
    countEntries(database, companyId, filter, listedEntries + 1),
  ])
  return {
    list,
    total: Math.min(counted, listedEntries),
    more: counted > listedEntries,
  }
}

type Entry = OutputOf<'getServiceLedger'>['list'][number]

const columns: ExportColumn<Entry>[] = [
  { title: '时间', width: 20, value: ({ created_at }) => formatTimeInChina(created_at) },
  { title: '类型', width: 10, value: ({ kind }) => ledgerKindNames[kind] },
  { title: '人天', width: 10, kind: 'count', value: ({ days }) => days },
  { title: '之后余额', width: 12, kind: 'count', value: ({ balance_after }) => balance_after },
  { title: '员工', width: 14, value: ({ employee_name }) => employee_name ?? '企业' },
  { title: '操作人', width: 14, value: ({ actor_name }) => actor_name },
  { title: '备注', width: 44, value: ({ note }) => note },
]

export const ledgerTable = (company: Database, companyId: string, filter: LedgerFilter) => ({
  name: '时长流水',
  columns,
  from: company,
  batches: (snapshot: Database) => byPages(page => listEntries(snapshot, companyId, filter, page)),
})
