import { z } from 'zod'
import { importRow, type ProblemField } from '#contract/employee-imports.ts'
import { employeeDraft } from '#contract/employees.ts'
import { id } from '#contract/fields.ts'
import { employeeSheet } from '#contract/records/employee-fields.ts'
import { wholeNumberIn } from '#contract/rules.ts'
import type { Database } from '#server/database/database.ts'
import { departmentTree } from '../departments.ts'
import { serviceBalance } from '../hours/hours.ts'
import { type Department, pathSeparator, type Tree } from '../tree.ts'
import { findHolders, groupsOf, jobNumbersInUse } from './adding.sql.ts'
import { phoneProblemOf, problems } from './adding.ts'
import { grantChecker } from './import-grants.ts'
import type { ReadRow } from './import-sheet.ts'

/** A row of a sheet as stored until it is written. Rows from before these columns have none of them. */
export const checkedRow = importRow.extend({
  days: importRow.shape.days.default(''),
  device_limit: importRow.shape.device_limit.default(''),
  groups: importRow.shape.groups.default(''),
  dept_id: id.nullable(),
  group_ids: z.array(id).default([]),
})
export type CheckedRow = z.output<typeof checkedRow>
const draft = z.object(employeeDraft.shape)

/** NaN, which no schema accepts, stands for anything but a whole number in digits, because statements read the cells as such. */
const numberIn = (cell: string) => wholeNumberIn(cell) ?? Number.NaN

/** Omits blank cells: an unfilled cell leaves the default. */
const filledIn = ({ days, device_limit, ...row }: Omit<ReadRow, 'problems' | 'problem_fields'>) => ({
  ...Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')),
  ...(days && { days: numberIn(days) }),
  ...(device_limit && { device_limit: numberIn(device_limit) }),
})

/** Returns the person to be added. Throws for a row with problems. */
export const draftOf = (row: CheckedRow) => draft.parse(filledIn(row))

interface Checking {
  /** Sees all companies. */
  system: Database
  company: Database
  companyId: string
}

/** Adds to each row its problems, and the department that its path names. */
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
  const take = grantChecker(groups, balance)
  const [phoneRow, jobNumberRow] = [new Map<string, number>(), new Map<string, number>()]
  const earlier = (seen: Map<string, number>, value: string, row: number) => {
    const before = seen.get(value)
    if (value && before === undefined) seen.set(value, row)
    return before
  }
  return rows.map(read => {
    const found = read.problems.map((text): [field: ProblemField, text: string] => [null, text])
    const add = (field: ProblemField, text: string | undefined) => {
      if (text) found.push([field, text])
    }
    const issues = draft.safeParse(filledIn(read)).error?.issues ?? []
    for (const name of employeeSheet) add(name, issues.find(({ path }) => path[0] === name)?.message)
    const samePhone = earlier(phoneRow, read.phone, read.row)
    add('phone', samePhone === undefined ? undefined : `手机号与表格第 ${samePhone} 行重复`)
    const sameJobNumber = earlier(jobNumberRow, read.job_number, read.row)
    add('job_number', sameJobNumber === undefined ? undefined : `工号与表格第 ${sameJobNumber} 行重复`)
    add('phone', phoneProblemOf(holderOf.get(read.phone)))
    add('job_number', used.has(read.job_number) ? problems.jobNumber : undefined)
    const department = read.dept_path ? departmentOf(read.dept_path) : null
    add('dept_path', department === undefined ? `部门不存在：${read.dept_path}` : undefined)
    const { groupIds, problems: short } = take(read, !found.length)
    for (const [field, text] of short) add(field, text)
    const listed = { problems: found.map(([, text]) => text), problem_fields: found.map(([field]) => field) }
    return { ...read, ...listed, dept_id: department ?? null, group_ids: groupIds }
  })
}

/** Finds a department by its path from the top, with any kind of slash, or by its name alone where that is unique. */
function departmentFinder(tree: Tree<Department>): (path: string) => string | undefined {
  const normal = (path: string) =>
    path
      .split(/[/／]/)
      .map(part => part.trim())
      .join(pathSeparator)
  const byPath = new Map<string, string | undefined>()
  const byName = new Map<string, string | undefined>()
  for (const { dept_id, name } of tree.byId.values()) {
    // A name may contain a slash, so that two departments may have one path.
    const path = normal(tree.pathOf(dept_id))
    byPath.set(path, byPath.has(path) ? undefined : dept_id)
    byName.set(name, byName.has(name) ? undefined : dept_id)
  }
  return path => (byPath.has(normal(path)) ? byPath.get(normal(path)) : byName.get(path.trim()))
}
