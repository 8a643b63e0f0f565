import { exportedRows } from '#contract/people.ts'
import { dayInChina } from '../hours/service-time.ts'
import type { ManagerContext } from '../http/context.ts'
import { hitLimit } from '../http/limits.ts'
import { keepExport } from '../uploads/exports.ts'
import { writeSheets } from './sheets.ts'

/** One column of an export; `width` in characters. */
export interface ExportColumn<Row> {
  title: string
  width: number
  value: (row: Row) => string
}

interface Table<Row> {
  /** Of the sheet; with the day, of the file. */
  name: string
  columns: readonly ExportColumn<Row>[]
  batches: AsyncIterable<readonly Row[]>
}

const perHour = { max: 60, seconds: 3600 }
/** Rows that are read at once. */
export const exportBatch = 2_000

/** Before anything is read for an export: a company may ask for so many an hour. Throws 429. */
export const hitExportLimit = ({ system, membership }: Pick<ManagerContext, 'system' | 'membership'>) =>
  hitLimit(system, `export:${membership.companyId}`, perHour)

/** The first `exportedRows` of a list that is read by pages. */
export async function* firstRows<Row>(read: (page: { offset: number; limit: number }) => Promise<Row[]>) {
  for (let offset = 0; offset < exportedRows; offset += exportBatch) {
    const rows = await read({ offset, limit: exportBatch })
    yield rows
    if (rows.length < exportBatch) return
  }
}

/** Writes a list as XLSX, batch after batch, and keeps it for a short while. */
export async function exportTable<Row>(
  { services }: Pick<ManagerContext, 'services'>,
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
  const content = await writeSheets([{ name, columns: headings }], written())
  const fileName = `${name}-${dayInChina(new Date())}.xlsx`
  return { url: await keepExport(services, { content, fileName }), file_name: fileName, rows }
}
