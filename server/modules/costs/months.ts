import type { Database } from '#server/database/database.ts'
import { type Accounts, accountsOf, monthTotals, reckonedCells, totalsOf } from './accounts.ts'
import { allLines, departmentsEver, namesInLedger, namesOfPeople, peopleNow } from './costs.sql.ts'
import { type Cell, type KeptMonth, keptCells, keptMonths } from './kept.sql.ts'
import { type Month, monthOf, nextMonth } from './spread.ts'

/** Returns the first month that is still open, if any was closed; it carries the corrections of closed ones. */
function firstOpen(kept: readonly KeptMonth[]): string | undefined {
  const last = kept.at(-1)
  return last && nextMonth(monthOf(last.month)).name
}

/**
 * Returns the differences between closed months as computed today and as already stated: one row per month and kind, named by the
 * month.
 */
const correctionsOf = (accounts: Accounts, kept: readonly KeptMonth[]): Cell[] =>
  kept.flatMap(({ month, hours_known, lines_known }) => {
    const { hours_amount, lines_amount } = monthTotals(accounts, monthOf(month))
    const nobody = { line_id: null, employee_id: null, department_id: null, corrects: month }
    const cells: Cell[] = [
      { kind: 'hours', amount: hours_amount - hours_known, ...nobody },
      { kind: 'lines', amount: lines_amount - lines_known, ...nobody },
    ]
    return cells.filter(({ amount }) => amount)
  })

/** Returns the totals of `shownMonth`, without its parts. */
export function shownTotals(accounts: Accounts, kept: readonly KeptMonth[], month: Month) {
  const closed = kept.find(each => each.month === month.name)
  if (closed) return { hours_amount: closed.hours_amount, lines_amount: closed.lines_amount }
  const { hours_amount, lines_amount } = monthTotals(accounts, month)
  const corrected = month.name === firstOpen(kept) ? totalsOf(correctionsOf(accounts, kept)) : totalsOf([])
  return {
    hours_amount: hours_amount + corrected.hours_amount,
    lines_amount: lines_amount + corrected.lines_amount,
  }
}

/** Returns the cells of an open month, as of now. */
export async function openCells(
  company: Database,
  companyId: string,
  { accounts, kept, month }: { accounts: Accounts; kept: readonly KeptMonth[]; month: Month },
): Promise<Cell[]> {
  const own = await reckonedCells(company, companyId, accounts, month)
  return month.name === firstOpen(kept) ? [...own, ...correctionsOf(accounts, kept)] : own
}

export type ShownMonth = Awaited<ReturnType<typeof shownMonth>>

/** Returns a month as it was stored, or as of now, with the names of the people, departments and lines in it. */
export async function shownMonth(company: Database, companyId: string, name: string) {
  const month = monthOf(name)
  const kept = await keptMonths(company, companyId)
  const closed = kept.find(each => each.month === name)
  const cells = closed
    ? await keptCells(company, companyId, name)
    : await openCells(company, companyId, { accounts: await accountsOf(company, companyId), kept, month })
  const names = [
    ...(await namesInLedger(company, companyId)),
    ...(await namesOfPeople(company, companyId)),
    ...(await peopleNow(company, companyId)),
  ]
  return {
    cells,
    closed_at: closed?.closed_at ?? null,
    names: new Map(names.map(({ employee_id, name }) => [employee_id, name])),
    departments: new Map((await departmentsEver(company, companyId)).map(({ dept_id, name }) => [dept_id, name])),
    lines: new Map((await allLines(company, companyId)).map(line => [line.line_id, line])),
  }
}
