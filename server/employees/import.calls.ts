import { importRows } from '#contract/people.ts'
import { asCompany } from '../database/as-company.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { hitLimit } from '../http/limits.ts'
import { readFirstSheet } from '../sheets/sheets.ts'
import { findProgress, insertImport, lockImport, startImport } from './import.sql.ts'
import { checkRows, type ImportRow, rowsOf } from './import-rows.ts'
import { actorOf } from './people.ts'

/** Thousands of rows come to some hundred kilobytes. */
const importMegabytes = 5
const shownRows = { preview: 200, failed: 500 }

export const importCalls: HandlersFor<'previewEmployeeImport' | 'commitEmployeeImport' | 'getEmployeeImport'> = {
  async previewEmployeeImport({ system, company, membership: { companyId }, account, upload }) {
    await hitLimit(system, `import:${companyId}`, { max: 60, seconds: 3600 })
    if (upload.truncated || upload.content.length > importMegabytes * 1024 * 1024)
      throw new Refusal(-45002, importMegabytes)
    // A ZIP archive, as every XLSX is; the older XLS and protected files are something else.
    if (!upload.content.subarray(0, 4).equals(Buffer.from('504b0304', 'hex'))) throw new Refusal(-47010)
    const reading = await readFirstSheet(upload.content, importRows + 1)
    const rows = await checkRows({ system, company, companyId }, rowsOf(reading))
    const good = rows.filter(({ problems }) => !problems.length)
    const bad = rows.filter(({ problems }) => problems.length)
    const added = await insertImport(company, { companyId, accountId: account.id, good, bad: bad.length })
    if (!added) throw new Error('employee_import answered no row')
    const shown = [...bad, ...good].slice(0, shownRows.preview)
    return { import_id: added.id, good: good.length, bad: bad.length, rows: shown.map(viewOf) }
  },

  async commitEmployeeImport({ services, system, membership }, { import_id, good_only, invite }) {
    const { companyId } = membership
    await system.transaction(async transaction => {
      await asCompany(transaction, companyId, async company => {
        const actor = await actorOf(company, membership)
        const found = await lockImport(company, companyId, import_id)
        if (!found) throw new Refusal(-47013)
        if (found.state !== 'previewed') throw new Refusal(-47014)
        if (found.bad && !good_only) throw new Refusal(-47015, found.bad)
        if (!found.total) throw new Refusal(-47012, importRows)
        // The state is the guard: of two commits at once the second is refused.
        if (!(await startImport(company, companyId, import_id, { invite, actorName: actor.name })))
          throw new Refusal(-47014)
      })
      await services.jobs.enqueue(transaction, 'import_employees', { company_id: companyId, import_id })
    })
    return {}
  },

  async getEmployeeImport({ company, membership: { companyId } }, { import_id }) {
    const found = await findProgress(company, companyId, import_id)
    if (!found) throw new Refusal(-47013)
    return { ...found, failed: found.failed.slice(0, shownRows.failed).map(viewOf) }
  },
}

/** Without what only the writing needs. */
const viewOf = ({ dept_id: _, ...row }: ImportRow) => row
