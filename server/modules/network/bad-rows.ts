import { addressColumns } from '#contract/operations/network-names.ts'
import { keepExport } from '#server/engines/files/exports.ts'
import type { Services } from '#server/engines/services.ts'
import { writeSheets } from '#server/engines/sheets/sheets.ts'
import { cellsOf, type RowProblem, rowNotes } from '#server/modules/catalogue/import-stock.ts'

interface BadRows {
  /** The file as it was uploaded. */
  text: string
  problems: readonly RowProblem[]
  fileName: string
}

const rowsAtOnce = 2_000

/**
 * Keeps the rows that can't be taken in as a sheet of their own: their cells in the columns of the template, so that they can be
 * mended there and sent again as CSV, and behind them where they stood and what is wrong, which `readRows` passes over.
 */
export async function keepBadRows(
  services: Pick<Services, 'config' | 'system' | 'storage'>,
  actor: string,
  { text, problems, fileName }: BadRows,
): Promise<string> {
  const lines = text.split(/\r\n|\n|\r/)
  const columns = [...addressColumns, ...rowNotes].map(title => ({ title, width: title === '问题' ? 60 : 22 }))
  async function* written() {
    for (let from = 0; from < problems.length; from += rowsAtOnce)
      yield {
        sheet: 0,
        rows: problems.slice(from, from + rowsAtOnce).map(({ line, problem }) => {
          const cells = cellsOf(lines[line - 1] ?? '')
          return [...addressColumns.map((_, at) => cells[at] ?? ''), String(line), problem]
        }),
      }
  }
  const content = await writeSheets(actor, [{ name: '有问题的行', columns }], written())
  return keepExport(services, { content, fileName: fileName.replace(/\.csv$/i, '-有问题的行.xlsx') })
}
