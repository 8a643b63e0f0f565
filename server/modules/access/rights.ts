import { type GrantTimes, holdsAt } from '#contract/access-times.ts'
import type { OutputOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { type Department, type Tree, treeOf } from '#server/modules/people/tree.ts'
import {
  countReached,
  type DepartmentGrant,
  departmentsAt,
  departmentsOfGroups,
  type EmployeeGrant,
  type GroupName,
  groupsOfLine,
  type Reach,
  type Relations,
  relations,
  type User,
} from './rights.sql.ts'

type Reason = OutputOf<'getVplUserList'>['list'][number]['reasons'][number]

/** The groups and departments through which a line may be used, now or at an instant of the past. */
export interface Rights extends Reach {
  relations: Relations
  tree: Tree<Department>
  groups: GroupName[]
  grants: DepartmentGrant[]
}

/**
 * Returns the people with a right to a line: the active ones who are in one of its groups, or whose department is one of its
 * groups' departments or lies below one.
 */
export async function rightsTo(
  company: Database,
  companyId: string,
  lineId: string,
  at?: string | undefined,
): Promise<Rights> {
  const sources = relations(companyId, at)
  const [groups, departments] = await together(company, database => [
    groupsOfLine(database, sources, lineId),
    departmentsAt(database, sources),
  ])
  groups.sort((one, other) => one.name.localeCompare(other.name, 'zh'))
  return rightsOf(company, sources, treeOf(departments), groups)
}

/** Returns the people with a right through any of these groups. */
export async function rightsOf(
  company: Database,
  sources: Relations,
  tree: Tree<Department>,
  groups: GroupName[],
): Promise<Rights> {
  const groupIds = groups.map(({ group_id }) => group_id)
  const grants = await departmentsOfGroups(company, sources, groupIds)
  return {
    relations: sources,
    tree,
    groups,
    grants,
    groupIds,
    departmentIds: [
      ...withBelow(
        tree,
        grants.map(({ dept_id }) => dept_id),
      ),
    ],
  }
}

/** Returns these departments and all below them. */
export const withBelow = (tree: Tree<Department>, ids: string[]): Set<string> =>
  new Set(ids.flatMap(id => tree.below(id).map(department => department.dept_id)))

/**
 * Returns why a person has the right, and whether it holds at that instant: the groups are in their order, and in each group the
 * person comes first. `own` are the person's direct grants.
 */
export function reasonsOf(
  { tree, groups, grants }: Rights,
  person: Pick<User, 'dept_id'>,
  own: EmployeeGrant[],
  at: number,
): Reason[] {
  const above = new Set<string>()
  for (let at = tree.byId.get(person.dept_id ?? ''); at; at = tree.byId.get(at.parent_id ?? '')) above.add(at.dept_id)
  return groups.flatMap(({ group_id, name }) => {
    const reason = (grant: GrantTimes, dept_path: string | null) => ({
      group_id,
      group_name: name,
      dept_path,
      ...timesAt(grant, at),
    })
    const through = grants.filter(grant => grant.group_id === group_id && above.has(grant.dept_id))
    return [
      ...own.filter(grant => grant.group_id === group_id).map(grant => reason(grant, null)),
      ...through.map(grant => reason(grant, tree.pathOf(grant.dept_id))),
    ]
  })
}

/** Returns the times at which a grant holds, and whether it does at an instant. */
export const timesAt = ({ until, hours }: GrantTimes, at: number) => ({
  until,
  hours,
  holds: holdsAt({ until, hours }, at),
})

/** Replaces the id of a person's department by its path. */
export const withPath = <Person extends Pick<User, 'dept_id'>>(
  { dept_id, ...person }: Person,
  tree: Tree<Department>,
) => ({
  ...person,
  dept_path: tree.pathOf(dept_id ?? '') || null,
})

/** Returns how many people have the right to a line now. */
export async function countEntitled(company: Database, companyId: string, lineId: string): Promise<number> {
  const rights = await rightsTo(company, companyId, lineId)
  return rights.groups.length ? countReached(company, rights.relations, rights) : 0
}
