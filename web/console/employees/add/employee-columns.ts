import { employeeSheet, sheetFields } from '#contract/records/employee-fields.ts'
import { columnsOf } from '#web/console/sheets/sheet.ts'

export const employeeColumns = columnsOf(employeeSheet, sheetFields)
