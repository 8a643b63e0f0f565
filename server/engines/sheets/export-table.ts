import { exportedRows } from '#contract/people.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { ManagerContext } from '#server/engines/context.ts'
import { keepExport } from '#server/engines/files/exports.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import { writeSheets } from './sheets.ts'

/** One column of an export; `width` is in characters. */
export interface ExportColumn<Row> {
  title: string
  width: number
  /** A number is an amount in fen. */
  value: (row: Row) => string | number
}

interface Table<Row> {
  /** The name of the sheet; with the day, that of the file. */
  name: string
  columns: readonly ExportColumn<Row>[]
  batches: AsyncIterable<readonly Row[]>
}

/** The number of rows that are read at once. */
export const exportBatch = 2_000

/** Reads the first `exportedRows` of a list that is read by pages. */
export async function* firstRows<Row>(read: (page: { offset: number; limit: number }) => Promise<Row[]>) {
  for (let offset = 0; offset < exportedRows; offset += exportBatch) {
    const rows = await read({ offset, limit: exportBatch })
    yield rows
    if (rows.length < exportBatch) return
  }
}

/** Writes a list as XLSX, batch after batch, and keeps it for a short while. */
export async function exportTable<Row>(
  context: Pick<ManagerContext, 'services' | 'membership'> | Pick<OperatorContext, 'services' | 'actor'>,
  { name, columns, batches }: Table<Row>,
): Promise<{ url: string; file_name: string; rows: number }> {
  let rows = 0
  async function* written() {
    for await (const batch of batches) {
      rows += batch.length
      yield { sheet: 0, rows: batch.map(row => columns.map(({ value }) => value(row))) }
    }
  }
  const headings = columns.map(({ title, width }) => ({ title, width }))
  const owner = 'actor' in context ? context.actor : context.membership.companyId
  const content = await writeSheets(owner, [{ name, columns: headings }], written())
  const fileName = `${name}-${dayInChina(Date.now())}.xlsx`
  return { url: await keepExport(context.services, { content, fileName }), file_name: fileName, rows }
}
