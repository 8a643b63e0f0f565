import { importRows } from '#contract/people.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { requireSize } from '#server/engines/files/uploads.ts'
import { previewOf } from '#server/engines/sheets/preview.ts'
import { isWorkbook, readFirstSheet } from '#server/engines/sheets/sheets.ts'
import { serviceBalance } from '../hours/hours.ts'
import { importUndo } from '../undo.ts'
import { hasTemplate } from './adding.sql.ts'
import { findProgress, insertImport, lockImport, ownDays, startImport } from './import.sql.ts'
import { writeAll } from './import-job.ts'
import { type CheckedRow, checkRows } from './import-rows.ts'
import { rowsOf } from './import-sheet.ts'
import { importEmployeesJob } from './jobs.ts'

/** A sheet of thousands of rows takes some hundred kilobytes. */
const importMegabytes = 5
/** The most failed rows that are returned while an import runs, because it is polled again and again. */
const failedWhileRunning = 500

export const importCalls = {
  async previewEmployeeImport(context) {
    const {
      system,
      company,
      membership: { companyId },
      account,
      upload,
    } = context
    requireSize(upload, importMegabytes)
    if (!isWorkbook(upload.content)) throw new Refusal(-47010)
    const reading = await readFirstSheet(companyId, upload.content, importRows + 1)
    const { rows: read, unread: unread_columns } = rowsOf(reading)
    const rows = await checkRows({ system, company, companyId }, read)
    const { good, bad, listed } = previewOf(rows)
    return context.once(async ({ company }) => {
      const added = await insertImport(company, { companyId, accountId: account.id, good, bad: bad.length })
      const rows = listed.map(withoutDepartment)
      return { ...added, good: good.length, bad: bad.length, rows, unread_columns }
    })
  },

  async commitEmployeeImport({ services, system, company, membership, planning }, input) {
    const { import_id, good_only, invite, template_id: templateId } = input
    const { companyId } = membership
    // A template assigns its own days.
    const reserve_days = templateId ? 0 : (input.reserve_days ?? 0)
    const found = orRefuse(await lockImport(company, companyId, import_id), -47013)
    if (found.state !== 'previewed') throw new Refusal(-47014)
    if (found.bad && !good_only) throw new Refusal(-47015, found.bad)
    if (!found.total) throw new Refusal(-47012, importRows)
    if (templateId && !(await hasTemplate(company, companyId, templateId))) throw new Refusal(-47050)
    const own = await ownDays(company, companyId, import_id)
    const requiredDays = own.days + (found.total - own.rows) * reserve_days
    const missing = requiredDays - (await serviceBalance(company, companyId))
    if (requiredDays && missing > 0) throw new Refusal(-47030, missing)
    // Guard: the state. Of two concurrent commits the second is refused.
    if (
      !(await startImport(company, companyId, import_id, {
        invite,
        reserveDays: reserve_days,
        templateId,
        employeeId: membership.employeeId,
      }))
    )
      throw new Refusal(-47014)
    const detail = `${found.total} 行`
    const entry = { action: 'company.import_started' as const, id: companyId, name: '', detail }
    const activity_id = await recordActivity(company, companyId, [entry], { undo: importUndo.offer({ import_id }) })
    // A plan includes the people themselves, whom the job would add.
    if (planning) await writeAll({ ...services, system }, companyId, import_id)
    else await services.jobs.enqueue(system, importEmployeesJob, { company_id: companyId, import_id })
    return { activity_id }
  },

  async getEmployeeImport({ company, membership: { companyId } }, { import_id }) {
    const found = orRefuse(await findProgress(company, companyId, import_id), -47013)
    const isOver = found.state === 'done' || found.state === 'failed'
    const failed = isOver ? found.failed : found.failed.slice(0, failedWhileRunning)
    return { ...found, failed: failed.map(withoutDepartment) }
  },
} satisfies SomeHandlers

/** Omits what only the writing needs. */
const withoutDepartment = ({ dept_id: _, group_ids: __, ...row }: CheckedRow) => row
