import type { OutputOf } from '#contract/index.ts'
import { departmentDepth } from '#contract/people.ts'

export type Department = Pick<
  OutputOf<'getDeptListByCompanyId'>['list'][number],
  'dept_id' | 'parent_id' | 'name' | 'sort'
>

export interface Tree<Node extends Department> {
  byId: Map<string, Node>
  /** Returns the children in their order; null is the top level. */
  childrenOf(id: string | null): Node[]
  /** Returns the department itself and all below it. */
  below(id: string): Node[]
  /** Counts levels from the top: 1 for the top level, 0 for null. */
  levelOf(id: string | null): number
  /** Counts the levels of the subtree: 1 for a department without children. */
  heightOf(id: string): number
  /** Joins the names from the top: 运营中心 / 亚马逊事业部. */
  pathOf(id: string): string
}

export const pathSeparator = ' / '

/** Builds the tree from rows in any order. They contain no cycles: `setDepartment` never makes one. */
export function treeOf<Node extends Department>(rows: Node[]): Tree<Node> {
  const byId = new Map(rows.map(row => [row.dept_id, row]))
  const children = new Map<string | null, Node[]>()
  for (const row of rows.toSorted((one, other) => one.sort - other.sort || (one.dept_id < other.dept_id ? -1 : 1))) {
    const siblings = children.get(row.parent_id)
    if (siblings) siblings.push(row)
    else children.set(row.parent_id, [row])
  }
  const childrenOf = (id: string | null) => children.get(id) ?? []
  const ancestry = (id: string | null) => {
    const up: Node[] = []
    for (let node = id === null ? undefined : byId.get(id); node; node = byId.get(node.parent_id ?? '')) up.push(node)
    return up
  }
  const below = (id: string): Node[] => {
    const found = byId.get(id)
    return found ? [found, ...childrenOf(id).flatMap(child => below(child.dept_id))] : []
  }
  const heightOf = (id: string): number => 1 + Math.max(0, ...childrenOf(id).map(child => heightOf(child.dept_id)))
  return {
    byId,
    childrenOf,
    below,
    levelOf: id => ancestry(id).length,
    heightOf,
    pathOf: id =>
      ancestry(id)
        .reverse()
        .map(({ name }) => name)
        .join(pathSeparator),
  }
}

/** Returns the code of the reason why a department can't be under `parentId`, if any. `id` is undefined for a new one. */
export function placementProblem(
  tree: Tree<Department>,
  id: string | undefined,
  parentId: string | null,
): -46001 | -46003 | -46004 | undefined {
  if (parentId !== null && !tree.byId.has(parentId)) return -46001
  if (id && parentId !== null && tree.below(id).some(node => node.dept_id === parentId)) return -46004
  return tree.levelOf(parentId) + (id ? tree.heightOf(id) : 1) > departmentDepth ? -46003 : undefined
}
