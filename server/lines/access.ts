import type { OutputOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'
import { type Department, type Tree, treeOf } from '../departments/tree.ts'
import {
  countReached,
  type DepartmentGrant,
  departmentsAt,
  departmentsOfGroups,
  groupsOfLine,
  type Named,
  type Reach,
  type Reached,
  type Relations,
  relations,
} from './access.sql.ts'

type Reason = OutputOf<'getVplUserList'>['list'][number]['reasons'][number]

/** Through which groups and departments a line may be used, now or at an instant of the past. */
export interface Rights extends Reach {
  relations: Relations
  tree: Tree<Department>
  groups: Named[]
  grants: DepartmentGrant[]
}

/**
 * Who has the right to a line: the active people who stand in one of its groups, or whose department is one of its groups'
 * departments or lies below one.
 */
export async function rightsTo(
  company: Database,
  companyId: string,
  lineId: string,
  at?: Date | undefined,
): Promise<Rights> {
  const known = relations(companyId, at)
  const [groups, departments] = await Promise.all([groupsOfLine(company, known, lineId), departmentsAt(company, known)])
  groups.sort((one, other) => one.name.localeCompare(other.name, 'zh'))
  return rightsOf(company, known, treeOf(departments), groups)
}

/** Of these groups together. */
export async function rightsOf(
  company: Database,
  known: Relations,
  tree: Tree<Department>,
  groups: Named[],
): Promise<Rights> {
  const groupIds = groups.map(({ id }) => id)
  const grants = await departmentsOfGroups(company, known, groupIds)
  return {
    relations: known,
    tree,
    groups,
    grants,
    groupIds,
    departmentIds: [
      ...withBelow(
        tree,
        grants.map(grant => grant.department_id),
      ),
    ],
  }
}

/** These departments and all below them. */
export const withBelow = (tree: Tree<Department>, ids: string[]): Set<string> =>
  new Set(ids.flatMap(id => tree.below(id).map(department => department.id)))

/** Why somebody has the right: the groups in their order, in each the person first. `own` are those the person stands in. */
export function reasonsOf({ tree, groups, grants }: Rights, person: Reached, own: Set<string>): Reason[] {
  const above = new Set<string>()
  for (let at = tree.byId.get(person.department_id ?? ''); at; at = tree.byId.get(at.parent_id ?? '')) above.add(at.id)
  return groups.flatMap(({ id, name }) => {
    const reason = { group_id: id, group_name: name }
    const through = grants.filter(grant => grant.group_id === id && above.has(grant.department_id))
    return [
      ...(own.has(id) ? [{ ...reason, dept_path: null }] : []),
      ...through.map(grant => ({ ...reason, dept_path: tree.pathOf(grant.department_id) })),
    ]
  })
}

/** How many people have the right to a line now. */
export async function countEntitled(company: Database, companyId: string, lineId: string): Promise<number> {
  const rights = await rightsTo(company, companyId, lineId)
  return rights.groups.length ? countReached(company, rights.relations, rights) : 0
}
