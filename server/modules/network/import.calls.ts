import { addressImportMegabytes, addressImportRows } from '#contract/operations/network-names.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { auditActor } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { requireSize, safeName } from '#server/engines/files/uploads.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { knownAddresses } from '#server/modules/catalogue/import-stock.sql.ts'
import { alreadyThere, problemOf, readRows, type StockRow } from '#server/modules/catalogue/import-stock.ts'
import { wayNames } from './access-ways.sql.ts'
import { keepBadRows } from './bad-rows.ts'
import { findAddressImport, insertAddressImport, leavePreview, lockAddressImport } from './import.sql.ts'
import { importAddressesJob } from './jobs.ts'
import { regionNames } from './places.sql.ts'

const shownProblems = 500

/** Returns the text of a file, and refuses anything else: a picture, a workbook, another encoding. */
function textOf(content: Buffer): string {
  // No text contains NUL.
  if (!content.length || content.includes(0)) throw new Refusal(-53610)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new Refusal(-53610)
  }
}

async function countsOf(system: Database, rows: readonly StockRow[]) {
  const [regions, ways] = await together(system, database => [regionNames(database), wayNames(database)])
  const counted = Map.groupBy(rows, row => `${row.regionId} ${row.accessWayId}`)
  return regions.flatMap(({ region_id, country, city }) =>
    ways.flatMap(way => {
      const good = counted.get(`${region_id} ${way.access_way_id}`)?.length
      return good ? [{ country, city, access_way: way.name, good }] : []
    }),
  )
}

export const addressImportOperations = {
  async previewAddressImport(context) {
    const { system, services, operator, upload } = context
    requireSize(upload, addressImportMegabytes)
    const text = textOf(upload.content)
    const { rows, problems } = await readRows(system, text, addressImportRows)
    const existing = await knownAddresses(
      system,
      rows.map(({ address }) => address),
    )
    const good = rows.filter(({ address }) => !existing.has(address))
    for (const row of rows) if (existing.has(row.address)) problems.push(problemOf(row, alreadyThere))
    const fileName = safeName(upload.fileName, 'csv')
    const sorted = problems.toSorted((a, b) => a.line - b.line)
    const bad_url = sorted.length
      ? await keepBadRows(services, operator.id, { text, problems: sorted, fileName })
      : null
    const counts = await countsOf(system, good)
    return context.once(async ({ system }) => {
      const inserted = await insertAddressImport(system, {
        operatorId: operator.id,
        fileName,
        rows: good,
        bad: problems.length,
      })
      await recordAudit(system, {
        action: 'stock.import_uploaded',
        target: `address_import:${inserted.import_id}`,
        after: { file: fileName, good: good.length, bad: problems.length },
      })
      const { import_id } = inserted
      const shown = sorted.slice(0, shownProblems)
      return { import_id, good: good.length, bad: problems.length, problems: shown, bad_url, counts }
    })
  },

  async confirmAddressImport({ services, system }, { import_id }) {
    const found = orRefuse(await lockAddressImport(system, import_id), -53021)
    if (found.state === 'previewed' && !found.total) throw new Refusal(-53612)
    // Guard: the state. Of two concurrent confirmations the second is refused.
    if (!(await leavePreview(system, import_id, 'running'))) throw new Refusal(-53611)
    await services.jobs.enqueue(system, importAddressesJob, { import_id, actor: auditActor() })
    await recordAudit(system, {
      action: 'stock.import_confirmed',
      target: `address_import:${import_id}`,
      after: { file: found.file_name, rows: found.total },
    })
  },

  async cancelAddressImport({ system }, { import_id }) {
    if (!(await findAddressImport(system, import_id))) throw new Refusal(-53021)
    if (!(await leavePreview(system, import_id, 'cancelled'))) throw new Refusal(-53611)
    await recordAudit(system, { action: 'stock.import_cancelled', target: `address_import:${import_id}` })
  },

  async getAddressImport({ system }, { import_id }) {
    const found = orRefuse(await findAddressImport(system, import_id), -53021)
    const { state, total, done, added, failed } = found
    return { state, total, done, added, failed: failed.slice(0, shownProblems) }
  },
} satisfies SomeOperations
