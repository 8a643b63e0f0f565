import { addressColumns } from '#contract/operations/network-names.ts'
import { keepExport } from '#server/engines/files/exports.ts'
import type { Services } from '#server/engines/services.ts'
import { writeSheets } from '#server/engines/sheets/sheets.ts'
import { cellsOf, type RowProblem, rowNotes } from '#server/modules/catalogue/import-stock.ts'

interface BadRows {
  /** The file as uploaded. */
  text: string
  problems: readonly RowProblem[]
  fileName: string
}

const rowsAtOnce = 2_000

/**
 * Stores the refused rows as a separate sheet: their cells in the columns of the template, so that they can be corrected there and
 * sent again as CSV, followed by their line and problem, which `readRows` skips.
 */
export async function keepBadRows(
  services: Pick<Services, 'config' | 'system' | 'storage'>,
  operatorId: string,
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
  const content = await writeSheets(operatorId, [{ name: '有问题的行', columns }], written())
  return keepExport(services, { content, fileName: fileName.replace(/\.csv$/i, '-有问题的行.xlsx') })
}
