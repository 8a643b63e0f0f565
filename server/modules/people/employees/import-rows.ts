import { z } from 'zod'
import { importRow } from '#contract/employee-imports.ts'
import { employeeDraft } from '#contract/employees.ts'
import { id } from '#contract/fields.ts'
import { importRows } from '#contract/people.ts'
import { employeeFields, employeeSheet, sheetFields } from '#contract/records/employee-fields.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { Reading } from '#server/engines/sheets/sheets.ts'
import { departmentTree } from '../departments.ts'
import { serviceBalance } from '../hours/hours.ts'
import { type Department, pathSeparator, type Tree } from '../tree.ts'
import { findHolders, groupsOf, jobNumbersInUse } from './adding.sql.ts'
import { phoneProblemOf, problems } from './adding.ts'
import { givenChecker } from './import-given.ts'

/** A checkedRow is a row of a sheet as it is kept until it is written. One of before these columns has none of them. */
export const checkedRow = importRow.extend({
  days: importRow.shape.days.default(''),
  device_limit: importRow.shape.device_limit.default(''),
  groups: importRow.shape.groups.default(''),
  dept_id: id.nullable(),
  group_ids: z.array(id).default([]),
})
export type CheckedRow = z.output<typeof checkedRow>
type ImportColumn = (typeof employeeSheet)[number]
type ReadRow = z.output<typeof importRow>

/** A sheet may leave out all columns but these. */
const required = [employeeFields.phone.label, employeeFields.name.label]

const draft = z.object(employeeDraft.shape)

/** Leaves out blank cells: a cell that nobody has filled in says nothing. */
const filledIn = ({ days, device_limit, ...row }: Omit<ReadRow, 'problems'>) => ({
  ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')),
  ...(days && { days: Number(days) }),
  ...(device_limit && { device_limit: Number(device_limit) }),
})

/** Returns the person to be added. Throws for a row with problems. */
export const draftOf = (row: CheckedRow) => draft.parse(filledIn(row))

const heading = (cell: string) => cell.replace(/[*＊\s]|[（(](?:必填|天)[）)]/g, '')

/**
 * Reads the rows of a sheet by its headings, wherever the columns stand. Throws when something is wrong with the sheet
 * as a whole, with the text that the person is told.
 */
export function rowsOf(reading: Reading): ReadRow[] {
  if ('problem' in reading)
    throw reading.problem === 'too many rows' ? new Refusal(-47012, importRows) : new Refusal(-47010)
  const [first = [], ...rows] = reading.rows
  const titles = first.map(heading)
  const missing = required.filter(title => !titles.includes(title))
  if (missing.length) throw new Refusal(-47011, missing.join('、'))
  const formulas = new Set(reading.formulaRows)
  const merged = new Set(reading.mergedRows)
  const filled = rows.flatMap((cells, index) => {
    const cell = (name: ImportColumn) => cells[titles.indexOf(heading(sheetFields[name].label))] ?? ''
    // Sheets count the headings as row 1.
    const row = index + 2
    if (!employeeSheet.some(cell) && !merged.has(row)) return []
    return [
      {
        ...cellsOf(cell),
        row,
        phone: cell('phone')
          .replace(/[\s-]/g, '')
          .replace(/^\+?86(?=1\d{10}$)/, ''),
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

// Object.fromEntries forgets the names, which the cast restores.
const cellsOf = (cell: (name: ImportColumn) => string) =>
  Object.fromEntries(employeeSheet.map(name => [name, cell(name)])) as Record<ImportColumn, string>

interface Checking {
  /** This handle sees all companies. */
  system: Database
  company: Database
  companyId: string
}

/** Adds to each row what is wrong with it, and the department that its path names. */
export async function checkRows({ system, company, companyId }: Checking, rows: ReadRow[]): Promise<CheckedRow[]> {
  const [tree, groups, balance, holders, jobNumbers] = await Promise.all([
    departmentTree(company, companyId),
    groupsOf(company, companyId),
    serviceBalance(company, companyId),
    findHolders(
      system,
      companyId,
      rows.map(({ phone }) => phone),
    ),
    jobNumbersInUse(
      company,
      companyId,
      rows.flatMap(({ job_number }) => job_number || []),
    ),
  ])
  const holderOf = new Map(holders.map(holder => [holder.phone, holder]))
  const used = new Set(jobNumbers)
  const departmentOf = departmentFinder(tree)
  const take = givenChecker(groups, balance)
  const [phoneRow, jobNumberRow] = [new Map<string, number>(), new Map<string, number>()]
  const earlier = (seen: Map<string, number>, value: string, row: number) => {
    const before = seen.get(value)
    if (value && before === undefined) seen.set(value, row)
    return before
  }
  return rows.map(read => {
    const found = [...read.problems]
    const add = (problem: string | undefined) => {
      if (problem) found.push(problem)
    }
    const issues = draft.safeParse(filledIn(read)).error?.issues ?? []
    for (const name of employeeSheet) add(issues.find(({ path }) => path[0] === name)?.message)
    const samePhone = earlier(phoneRow, read.phone, read.row)
    add(samePhone === undefined ? undefined : `手机号与第 ${samePhone} 行重复`)
    const sameJobNumber = earlier(jobNumberRow, read.job_number, read.row)
    add(sameJobNumber === undefined ? undefined : `工号与第 ${sameJobNumber} 行重复`)
    add(phoneProblemOf(holderOf.get(read.phone)))
    add(used.has(read.job_number) ? problems.jobNumber : undefined)
    const department = read.dept_path ? departmentOf(read.dept_path) : null
    add(department === undefined ? `部门不存在：${read.dept_path}` : undefined)
    const { groupIds, problems: short } = take(read, !found.length)
    found.push(...short)
    return { ...read, problems: found, dept_id: department ?? null, group_ids: groupIds }
  })
}

/** Finds a department by its path from the top, whichever slashes it has, or by its name alone where that is unique. */
function departmentFinder(tree: Tree<Department>): (path: string) => string | undefined {
  const normal = (path: string) =>
    path
      .split(/[/／]/)
      .map(part => part.trim())
      .join(pathSeparator)
  const byPath = new Map<string, string>()
  const byName = new Map<string, string | undefined>()
  for (const { dept_id, name } of tree.byId.values()) {
    byPath.set(normal(tree.pathOf(dept_id)), dept_id)
    byName.set(name, byName.has(name) ? undefined : dept_id)
  }
  return path => byPath.get(normal(path)) ?? byName.get(path.trim())
}
