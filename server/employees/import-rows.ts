import type { z } from 'zod'
import { line } from '#contract/fields.ts'
import type { OutputOf } from '#contract/index.ts'
import { importRows } from '#contract/people.ts'
import { phoneProblem } from '#contract/rules.ts'
import type { Database } from '../database/database.ts'
import { departmentTree } from '../departments/departments.ts'
import { type Department, pathSeparator, type Tree } from '../departments/tree.ts'
import { Refusal } from '../http/envelope.ts'
import type { Reading } from '../sheets/sheets.ts'
import { findTaken, jobNumbersInUse } from './adding.sql.ts'
import { phoneProblemOf, problems } from './adding.ts'

export type ImportRow = OutputOf<'previewEmployeeImport'>['rows'][number] & { dept_id: string | null }

/** Headings of the template; a sheet may leave the last two out. */
export const headings = { phone: '手机号', name: '姓名', jobNumber: '工号', department: '部门' } as const
const required = [headings.phone, headings.name]

const heading = (cell: string) => cell.replace(/[*＊\s]|（必填）|\(必填\)/g, '')

/** The rows of a sheet by its headings, wherever the columns stand. Throws what the person is to be told of the sheet as a whole. */
export function rowsOf(reading: Reading): Omit<ImportRow, 'dept_id'>[] {
  if ('problem' in reading)
    throw reading.problem === 'too many rows' ? new Refusal(-47012, importRows) : new Refusal(-47010)
  const [first = [], ...rows] = reading.rows
  const titles = first.map(heading)
  const missing = required.filter(title => !titles.includes(title))
  if (missing.length) throw new Refusal(-47011, missing.join('、'))
  const formulas = new Set(reading.formulaRows)
  const merged = new Set(reading.mergedRows)
  const filled = rows.flatMap((cells, index) => {
    const cell = (title: string) => (titles.includes(title) ? (cells[titles.indexOf(title)] ?? '') : '')
    // As the sheet counts: the headings are row 1.
    const row = index + 2
    const given = {
      row,
      phone: cell(headings.phone)
        .replace(/[\s-]/g, '')
        .replace(/^\+?86(?=1\d{10}$)/, ''),
      name: cell(headings.name),
      job_number: cell(headings.jobNumber),
      dept_path: cell(headings.department),
    }
    if (![given.phone, given.name, given.job_number, given.dept_path].some(Boolean) && !merged.has(row)) return []
    return [
      {
        ...given,
        problems: [
          ...(formulas.has(row) ? ['含有公式，请改为直接填写的内容'] : []),
          ...(merged.has(row) ? ['含有合并的单元格，请取消合并后逐行填写'] : []),
        ],
      },
    ]
  })
  if (!filled.length || filled.length > importRows) throw new Refusal(-47012, importRows)
  return filled
}

const nameField = line('姓名', 50)
const jobNumberField = line('工号', 30)

interface Checking {
  /** Sees all companies. */
  system: Database
  company: Database
  companyId: string
}

/** Adds to each row what is wrong with it, and the department that its path means. */
export async function checkRows(
  { system, company, companyId }: Checking,
  rows: Omit<ImportRow, 'dept_id'>[],
): Promise<ImportRow[]> {
  const [tree, taken, jobNumbers] = await Promise.all([
    departmentTree(company, companyId),
    findTaken(
      system,
      rows.map(({ phone }) => phone),
    ),
    jobNumbersInUse(
      company,
      companyId,
      rows.flatMap(({ job_number }) => job_number || []),
    ),
  ])
  const takenBy = new Map(taken.map(each => [each.phone, each]))
  const used = new Set(jobNumbers)
  const departmentOf = departmentFinder(tree)
  const [phoneRow, jobNumberRow] = [new Map<string, number>(), new Map<string, number>()]
  const earlier = (seen: Map<string, number>, value: string, row: number) => {
    const before = seen.get(value)
    if (value && before === undefined) seen.set(value, row)
    return before
  }
  return rows.map(given => {
    const found = [...given.problems]
    const add = (problem: string | undefined) => {
      if (problem) found.push(problem)
    }
    add(phoneProblem(given.phone))
    add(firstIssue(nameField, given.name))
    if (given.job_number) add(firstIssue(jobNumberField, given.job_number))
    const samePhone = earlier(phoneRow, given.phone, given.row)
    add(samePhone === undefined ? undefined : `手机号与第 ${samePhone} 行重复`)
    const sameJobNumber = earlier(jobNumberRow, given.job_number, given.row)
    add(sameJobNumber === undefined ? undefined : `工号与第 ${sameJobNumber} 行重复`)
    add(phoneProblemOf(takenBy.get(given.phone), companyId))
    add(used.has(given.job_number) ? problems.jobNumber : undefined)
    const department = given.dept_path ? departmentOf(given.dept_path) : null
    add(department === undefined ? `部门不存在：${given.dept_path}` : undefined)
    return { ...given, problems: found, dept_id: department ?? null }
  })
}

const firstIssue = (field: z.ZodType, value: string) => field.safeParse(value).error?.issues[0]?.message

/** By the path from the top, however its slashes are written, or by the name alone where only one department has it. */
function departmentFinder(tree: Tree<Department>): (path: string) => string | undefined {
  const normal = (path: string) =>
    path
      .split(/[/／]/)
      .map(part => part.trim())
      .join(pathSeparator)
  const byPath = new Map<string, string>()
  const byName = new Map<string, string | undefined>()
  for (const { id, name } of tree.byId.values()) {
    byPath.set(normal(tree.pathOf(id)), id)
    byName.set(name, byName.has(name) ? undefined : id)
  }
  return path => byPath.get(normal(path)) ?? byName.get(path.trim())
}
