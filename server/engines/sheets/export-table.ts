import type { z } from 'zod'
import type { exportedFile } from '#contract/exports.ts'
import { exportedRows } from '#contract/people.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { inSnapshot } from '#server/database/snapshot.ts'
import type { ManagerContext } from '#server/engines/context.ts'
import { keepExport } from '#server/engines/files/exports.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import { type SheetColumn, writeSheets } from './sheets.ts'

export interface ExportColumn<Row> extends SheetColumn {
  value: (row: Row) => string | number
}

interface Table<Row> {
  /** The name of the sheet; with the day, that of the file. */
  name: string
  columns: readonly ExportColumn<Row>[]
  /** The handle used to read the rows. */
  from: Database
  /** Reads the rows in batches, all from one snapshot. */
  batches: (snapshot: Database) => AsyncIterable<readonly Row[]>
}

/** The number of rows read at a time. */
const exportBatch = 2_000

/** Reads a list by pages, until a page is not full. */
export async function* byPages<Row>(read: (page: { offset: number; limit: number }) => Promise<Row[]>) {
  for (let offset = 0; ; offset += exportBatch) {
    const rows = await read({ offset, limit: exportBatch })
    yield rows
    if (rows.length < exportBatch) return
  }
}

/** Reads a list in parts, each beginning after the last row of the previous one. */
export async function* partByPart<Row>(read: (after: Row | undefined, limit: number) => Promise<Row[]>) {
  let after: Row | undefined
  do {
    const rows = await read(after, exportBatch)
    yield rows
    after = rows.length === exportBatch ? rows.at(-1) : undefined
  } while (after)
}

interface Exported {
  rows: number
  /** True if the list has more rows. */
  more: boolean
}

/** Passes on the first `exportedRows` rows and counts them in `exported`. */
export async function* firstRows<Row>(batches: AsyncIterable<readonly Row[]>, exported: Exported) {
  for await (const batch of batches) {
    const room = exportedRows - exported.rows
    exported.more = batch.length > room
    const rows = exported.more ? batch.slice(0, room) : batch
    exported.rows += rows.length
    yield rows
    if (exported.more) return
  }
}

/** Writes a list as XLSX in batches, and stores the file for a short while. */
export async function exportTable<Row>(
  context: Pick<ManagerContext, 'services' | 'membership'> | Pick<OperatorContext, 'services' | 'operator'>,
  { name, columns, from, batches }: Table<Row>,
): Promise<z.output<typeof exportedFile>> {
  const exported: Exported = { rows: 0, more: false }
  async function* written() {
    for await (const batch of firstRows(inSnapshot(from, batches), exported))
      yield { sheet: 0, rows: batch.map(row => columns.map(({ value }) => value(row))) }
  }
  const headings = columns.map(({ title, width, kind }) => ({ title, width, kind }))
  const owner = 'operator' in context ? context.operator.id : context.membership.companyId
  const content = await writeSheets(owner, [{ name, columns: headings }], written())
  const fileName = `${name}-${dayInChina(Date.now())}.xlsx`
  return { url: await keepExport(context.services, { content, fileName }), file_name: fileName, ...exported }
}
