import type { OutputOf } from '#contract/index.ts'
import { maxPersonDays, maxPersonDevices } from '#contract/people.ts'
import { plainPhone } from '#contract/phone.ts'
import { employeeFields, employeeLines } from '#contract/records/employee-fields.ts'
import { phoneProblem } from '#contract/rules.ts'
import { lineFieldProblem } from '#web/ui/form-rules.ts'
import { count } from '#web/ui/format.ts'
import { within } from '#web/ui/whole.ts'
import type { DepartmentTree } from '../../departments/tree.ts'
import { type DraftRow, type DraftText, isEmpty } from './draft-rows.ts'

export type FieldProblems = Partial<Record<DraftText | 'dept_path' | 'days' | 'device_limit' | 'groups', string>>

/** The errors that a row brought along, at their fields; errors of the whole row are shown at the phone, which identifies it. */
export function broughtProblems({ problems = [] }: DraftRow): FieldProblems {
  const texts = Map.groupBy(problems, ({ field }) => field ?? 'phone')
  return Object.fromEntries([...texts].map(([field, some]) => [field, some.map(({ text }) => text).join('；')]))
}

const isWrong = (value: number | null, text: string | undefined, [least, most]: readonly [number, number]) =>
  value === null ? Boolean(text?.trim()) : !within(value, least, most)

const gone = '已不存在的部门'

/** A department that was deleted since is shown as such until another is chosen. */
export const withKnownDepartment = (row: DraftRow, { byId }: DepartmentTree): DraftRow =>
  row.dept_id === null || byId.has(row.dept_id) ? row : { ...row, dept_id: null, dept_text: gone }

/** The problems by row key; rows without a problem are left out. */
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
    for (const name of employeeLines) {
      const problem = lineFieldProblem(employeeFields[name])(row[name])
      if (problem) problems[name] = problem
    }
    // A person with an unknown department would end up without one.
    if (row.dept_text) problems.dept_path = row.dept_text === gone ? '请重新选择部门' : `部门不存在：${row.dept_text}`
    if (isWrong(row.days, row.days_text, [1, maxPersonDays]))
      problems.days = `请输入 1 到 ${count(maxPersonDays)} 天，或留空`
    if (isWrong(row.device_limit, row.device_limit_text, [0, maxPersonDevices]))
      problems.device_limit = `请输入 0 到 ${maxPersonDevices} 台，或留空`
    if (row.group_texts?.length) problems.groups = `没有这样的专线组：${row.group_texts.join('、')}`
    if (Object.keys(problems).length) found.set(row.key, problems)
  }
  return found
}

/**
 * Returns the rows that remain in the grid after sending: those that were not added, each with its reason, and what was typed
 * meanwhile. The results are in the order of the sent rows.
 */
export function rowsLeft(
  now: readonly DraftRow[],
  sent: readonly DraftRow[],
  results: OutputOf<'addCompanyUser'>['results'],
): DraftRow[] {
  const resultOf = new Map(sent.map(({ key }, index) => [key, results[index]]))
  return now.flatMap(row => {
    if (!resultOf.has(row.key)) return isEmpty(row) ? [] : [row]
    const { problem, problem_field = null } = resultOf.get(row.key) ?? {}
    return problem ? [{ ...row, problems: [{ field: problem_field, text: problem }] }] : []
  })
}
