import type { InputOf, OutputOf } from '#contract/index.ts'
import { phoneProblem } from '#contract/rules.ts'
import { lineProblem } from '#web/account/rules.ts'

export interface DraftRow {
  /** Of the page alone. */
  key: number
  phone: string
  name: string
  job_number: string
  dept_id: string | null
  /** What the server said of it. */
  problem?: string
}

/** What one call takes; more go by a sheet. */
export const mostRows = 100

let next = 0
export const emptyRow = (dept_id: string | null = null): DraftRow => ({
  key: next++,
  phone: '',
  name: '',
  job_number: '',
  dept_id,
})

export const isEmpty = ({ phone, name, job_number }: DraftRow) => !phone.trim() && !name.trim() && !job_number.trim()

export type FieldProblems = Partial<Record<'phone' | 'name' | 'job_number', string>>

/** Blanks and dashes that people write into numbers. */
const plainPhone = (phone: string) => phone.replace(/[\s-]/g, '').replace(/^\+?86(?=1\d{10}$)/, '')

/** By the row's key; rows without a problem are left out. */
export function problemsOf(rows: readonly DraftRow[]): Map<number, FieldProblems> {
  const found = new Map<number, FieldProblems>()
  const phones = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const phone = plainPhone(row.phone)
    const problems: FieldProblems = {}
    const before = phones.get(phone)
    const wrong = phoneProblem(phone) ?? (before === undefined ? undefined : `与第 ${before + 1} 行的手机号重复`)
    if (wrong) problems.phone = wrong
    else phones.set(phone, index)
    const name = lineProblem('姓名', 50)(row.name)
    if (name) problems.name = name
    const jobNumber = lineProblem('工号', 30, 0)(row.job_number)
    if (jobNumber) problems.job_number = jobNumber
    if (Object.keys(problems).length) found.set(row.key, problems)
  }
  return found
}

export const employeesOf = (rows: readonly DraftRow[]): InputOf<'addCompanyUser'>['employees'] =>
  rows.map(({ phone, name, job_number, dept_id }) => ({
    phone: plainPhone(phone),
    name: name.trim(),
    ...(job_number.trim() ? { job_number: job_number.trim() } : {}),
    dept_id,
  }))

/** The rows that were not added, each with its reason; in the order they were sent. */
export const refusedRows = (rows: readonly DraftRow[], results: OutputOf<'addCompanyUser'>['results']): DraftRow[] =>
  rows.flatMap((row, index) => {
    const problem = results[index]?.problem
    return problem ? [{ ...row, problem }] : []
  })

/** Cells copied from a sheet: phone, name, job number. A heading is left out; undefined when it is but one cell. */
export function pastedRows(text: string, dept_id: string | null): DraftRow[] | undefined {
  const lines = text.split(/\r?\n/).filter(line => line.trim())
  if (lines.length < 2 && !text.includes('\t')) return undefined
  const rows = lines.map(line => {
    const cells = line.split('\t').map(cell => cell.trim())
    const at = cells.findIndex(cell => !phoneProblem(plainPhone(cell)))
    const others = cells.filter((_, index) => index !== at)
    return { ...emptyRow(dept_id), phone: cells[at] ?? '', name: others[0] ?? '', job_number: others[1] ?? '' }
  })
  const [first] = rows
  const heading = first && !first.phone && /姓名|手机/.test(lines[0] ?? '')
  return (heading ? rows.slice(1) : rows).slice(0, mostRows)
}
