import { departmentDepth } from '#contract/people.ts'

export interface Department {
  id: string
  parent_id: string | null
  name: string
  sort: number
}

export interface Tree<Node extends Department> {
  byId: Map<string, Node>
  /** In their order; null is the top level. */
  childrenOf(id: string | null): Node[]
  /** The department itself and all below it. */
  below(id: string): Node[]
  /** Levels from the top, 1 for the top level; 0 for null. */
  levelOf(id: string | null): number
  /** Levels of the subtree, 1 for a department without children. */
  heightOf(id: string): number
  /** From the top: 运营中心 / 亚马逊事业部. */
  pathOf(id: string): string
}

export const pathSeparator = ' / '

/** Rows in any order, without cycles: `setDepartment` lets none come to be. */
export function treeOf<Node extends Department>(rows: Node[]): Tree<Node> {
  const byId = new Map(rows.map(row => [row.id, row]))
  const children = new Map<string | null, Node[]>()
  for (const row of rows.toSorted((one, other) => one.sort - other.sort || (one.id < other.id ? -1 : 1))) {
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
    return found ? [found, ...childrenOf(id).flatMap(child => below(child.id))] : []
  }
  const heightOf = (id: string): number => 1 + Math.max(0, ...childrenOf(id).map(child => heightOf(child.id)))
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

/** Why a department can't stand under `parentId`, as the code of the answer; undefined when it can. `id` is undefined for a new one. */
export function placementProblem(
  tree: Tree<Department>,
  id: string | undefined,
  parentId: string | null,
): -46001 | -46003 | -46004 | undefined {
  if (parentId !== null && !tree.byId.has(parentId)) return -46001
  if (id && parentId !== null && tree.below(id).some(node => node.id === parentId)) return -46004
  return tree.levelOf(parentId) + (id ? tree.heightOf(id) : 1) > departmentDepth ? -46003 : undefined
}
