import { costGroupNames, costGroups } from '#contract/cost-names.ts'
import type { Database } from '#server/database/database.ts'
import { pageOf } from '#server/database/listed.ts'
import { readSnapshot } from '#server/database/snapshot.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { keepExport } from '#server/engines/files/exports.ts'
import { writeSheets } from '#server/engines/sheets/sheets.ts'
import { departmentTree } from '#server/modules/people/departments.ts'
import { accountsOf, totalsOf } from './accounts.ts'
import { overviewOf } from './forecast.ts'
import { idleOf } from './idle.ts'
import { keptMonths } from './kept.sql.ts'
import { shownMonth } from './months.ts'
import { type CostRow, rowsBy } from './report.ts'

const columns = [
  { title: '名称', width: 34 },
  { title: '说明', width: 30 },
  { title: '时长（元）', width: 14 },
  { title: '专线（元）', width: 14 },
  { title: '合计（元）', width: 14 },
]
const cellsOfRow = ({ name, detail, hours_amount, lines_amount, amount }: CostRow) => [
  name,
  detail,
  hours_amount,
  lines_amount,
  amount,
]

/** What is bought or refunded meanwhile is in all of a month's parts and its total, or in none. */
const monthAtOnce = (company: Database, companyId: string, month: string) =>
  readSnapshot(company, async snapshot => ({
    shown: await shownMonth(snapshot, companyId, month),
    tree: await departmentTree(snapshot, companyId),
  }))

export const costCalls = {
  async getCosts({ company, membership: { companyId } }, { month, by, page, page_size }) {
    const { shown, tree } = await monthAtOnce(company, companyId, month)
    const rows = rowsBy(by, shown, tree)
    const { limit, offset } = pageOf({ page, page_size })
    const { cells, closed_at } = shown
    return { list: rows.slice(offset, offset + limit), total: rows.length, ...totalsOf(cells), closed_at }
  },

  async exportCosts({ company, services, membership: { companyId } }, { month }) {
    const { shown, tree } = await monthAtOnce(company, companyId, month)
    const sheets = costGroups.map(by => rowsBy(by, shown, tree))
    const total = { name: '合计', detail: '', id: null, used: 0, ...totalsOf(shown.cells) }
    async function* written() {
      for (const [sheet, rows] of sheets.entries()) yield { sheet, rows: [...rows, total].map(cellsOfRow) }
    }
    const headings = costGroups.map(by => ({ name: costGroupNames[by], columns }))
    const content = await writeSheets(companyId, headings, written())
    const file_name = `费用-${month}.xlsx`
    const rows = sheets.reduce((sum, rows) => sum + rows.length, 0)
    return { url: await keepExport(services, { content, fileName: file_name }), file_name, rows }
  },

  getCostOverview: ({ company, membership: { companyId } }) =>
    readSnapshot(company, async snapshot =>
      overviewOf(await accountsOf(snapshot, companyId), await keptMonths(snapshot, companyId), Date.now()),
    ),

  getIdle: ({ company, membership: { companyId } }) => idleOf(company, companyId, Date.now()),
} satisfies SomeHandlers
