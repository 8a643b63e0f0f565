import type { z } from 'zod'
import type { importRow } from '#contract/employee-imports.ts'
import { importRows } from '#contract/people.ts'
import { plainPhone } from '#contract/phone.ts'
import { employeeSheet, sheetFields } from '#contract/records/employee-fields.ts'
import { headedRows } from '#server/engines/sheets/headed-rows.ts'
import type { Reading } from '#server/engines/sheets/sheets.ts'

export type ReadRow = z.output<typeof importRow>

export function rowsOf(reading: Reading) {
  const { rows, unread } = headedRows(reading, {
    columns: employeeSheet,
    fields: sheetFields,
    required: ['phone', 'name'],
    maxRows: importRows,
    rowsCode: -47012,
  })
  return {
    rows: rows.map(
      ({ row, cells, problems }): ReadRow => ({ ...cells, row, phone: plainPhone(cells.phone), problems }),
    ),
    unread,
  }
}
