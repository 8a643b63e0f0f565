import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { accountsOf, totalsOf } from './accounts.ts'
import { claimMonth, type DueMonth, dueMonths, insertCells, keptMonths } from './kept.sql.ts'
import { openCells } from './months.ts'
import { type Month, monthAfter, monthOf, nextMonth } from './spread.ts'

const batch = 100
/** A client's late report belongs to the minutes before it arrives, so a month is closed only once these are over. */
const late = 30 * 60_000

/**
 * Stores the costs of completed months as they are then (docs/decisions/0039-kept-costs.md); it runs daily. `now` is the time to
 * close by.
 */
export async function closeMonths(
  { system }: Pick<TaskServices, 'system'>,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
  now = Date.now(),
): Promise<void> {
  const at = new Date(now - late).toISOString()
  let closed = 0
  const alone = forEachIsolated({ log, stopping }, '未能结出这个月的费用')
  for (let after: string | null = null; !stopping.aborted; ) {
    const due: DueMonth[] = await dueMonths(system, at, after, batch)
    await alone.run(due, async month => {
      closed += await closeCompany(system, month, at, stopping)
    })
    after = due.at(-1)?.company_id ?? null
    if (due.length < batch) break
  }
  if (closed) log.info({ months: closed }, '已结出费用')
  alone.end()
}

/** Closes one month after the other, because each may correct earlier ones. Returns how many this run has closed. */
async function closeCompany(
  system: Database,
  { company_id: companyId, month: first }: DueMonth,
  at: string,
  stopping: AbortSignal,
): Promise<number> {
  let count = 0
  const present = monthAfter(at, 0).name
  for (let month = monthOf(first); month.name < present && !stopping.aborted; month = nextMonth(month))
    count += await closeMonth(system, companyId, month)
  return count
}

const closeMonth = (system: Database, companyId: string, month: Month): Promise<number> =>
  system.transaction(async transaction => {
    const cells = await asCompany(transaction, companyId, async company => {
      const accounts = await accountsOf(company, companyId)
      return openCells(company, companyId, { accounts, kept: await keptMonths(company, companyId), month })
    })
    const own = totalsOf(cells.filter(({ corrects }) => corrects === null))
    const claimed = await claimMonth(transaction, companyId, month.name, own)
    if (claimed && cells.length) await insertCells(transaction, companyId, month.name, cells)
    return claimed
  })
