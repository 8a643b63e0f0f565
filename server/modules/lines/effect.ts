import type { OutputOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'
import { departmentTree } from '#server/modules/people/departments.ts'
import type { Department, Tree } from '#server/modules/people/tree.ts'
import { withBelow, withPath } from './access.ts'
import { departmentGrants, employeeGrants, firstByName, otherHolders, peopleOf } from './effect.sql.ts'

/** A group holds lines, and those who may use them. */
export interface Content {
  lineIds: string[]
  departmentIds: string[]
  employeeIds: string[]
}

type Touched = OutputOf<'deleteVplGroup'>['gained']
/** A change names no more people than this. */
const named = 50

/**
 * Tells who gains and who loses lines when a group holds `after` instead of `before`. A line that somebody has through
 * another group as well is neither gained nor lost.
 */
export async function effectOf(
  company: Database,
  companyId: string,
  groupId: string,
  before: Content,
  after: Content,
): Promise<{ gained: Touched; lost: Touched }> {
  const tree = await departmentTree(company, companyId)
  const sides = [before, after].map(({ lineIds, departmentIds, employeeIds }) => ({
    lines: new Set(lineIds),
    departments: withBelow(tree, departmentIds),
    employees: new Set(employeeIds),
  }))
  const [had, has] = sides
  if (!had || !has) throw new Error('a change has two sides')
  const lines = [...new Set([...had.lines, ...has.lines])]
  if (!lines.length) return { gained: { people: 0, list: [] }, lost: { people: 0, list: [] } }
  const [people, elsewhere] = await Promise.all([
    peopleOf(company, companyId, [...had.departments, ...has.departments], [...had.employees, ...has.employees]),
    coverage(company, companyId, groupId, tree, lines),
  ])

  const gained = new Map<string, number>()
  const lost = new Map<string, number>()
  // Colleagues mostly share their groups, so each combination is reckoned once.
  const reckoned = new Map<string, { gains: number; loses: number }>()
  for (const { employee_id, dept_id } of people) {
    const [could, can] = [had, has].map(
      side => side.employees.has(employee_id) || (dept_id !== null && side.departments.has(dept_id)),
    )
    const { key, covered } = elsewhere(employee_id, dept_id)
    const combination = `${could} ${can} ${key}`
    let result = reckoned.get(combination)
    if (!result) {
      const earlier = could ? had.lines : none
      const later = can ? has.lines : none
      const hidden = covered()
      result = {
        gains: without(later, earlier, hidden),
        loses: without(earlier, later, hidden),
      }
      reckoned.set(combination, result)
    }
    if (result.gains) gained.set(employee_id, result.gains)
    if (result.loses) lost.set(employee_id, result.loses)
  }
  return {
    gained: await touchedBy(company, companyId, tree, gained),
    lost: await touchedBy(company, companyId, tree, lost),
  }
}

const none: ReadonlySet<string> = new Set()

/** Counts those of `lines` that are in none of the others. */
function without(lines: ReadonlySet<string>, ...others: ReadonlySet<string>[]): number {
  let count = 0
  for (const id of lines) if (!others.some(other => other.has(id))) count += 1
  return count
}

/** Finds what each person can use of these lines through other groups: those groups, as a key, and the lines. */
async function coverage(
  company: Database,
  companyId: string,
  groupId: string,
  tree: Tree<Department>,
  lineIds: string[],
) {
  const linesOf = Map.groupBy(await otherHolders(company, companyId, groupId, lineIds), row => row.group_id)
  const groupIds = [...linesOf.keys()]
  const [departments, employees] = await Promise.all([
    departmentGrants(company, companyId, groupIds),
    employeeGrants(company, companyId, groupIds),
  ])
  const ofDepartment = new Map<string, Set<string>>()
  for (const grant of departments)
    for (const { dept_id } of tree.below(grant.dept_id))
      ofDepartment.set(dept_id, (ofDepartment.get(dept_id) ?? new Set<string>()).add(grant.group_id))
  const ofEmployee = Map.groupBy(employees, grant => grant.employee_id)
  return (employeeId: string, departmentId: string | null) => {
    const groups = new Set(ofDepartment.get(departmentId ?? ''))
    for (const grant of ofEmployee.get(employeeId) ?? []) groups.add(grant.group_id)
    return {
      key: [...groups].sort().join(),
      covered: () => new Set([...groups].flatMap(id => (linesOf.get(id) ?? []).map(row => row.line_id))),
    }
  }
}

async function touchedBy(
  company: Database,
  companyId: string,
  tree: Tree<Department>,
  lines: Map<string, number>,
): Promise<Touched> {
  const first = lines.size ? await firstByName(company, companyId, [...lines.keys()], named) : []
  return {
    people: lines.size,
    list: first.map(person => ({ ...withPath(person, tree), lines: lines.get(person.employee_id) ?? 0 })),
  }
}
