import type { OutputOf } from '#contract/index.ts'
import { departmentDepth } from '#contract/people.ts'
import type { RequestState } from '#web/data/use-request.ts'

export type Department = OutputOf<'getDeptListByCompanyId'>['list'][number]

export interface DepartmentNode extends Department {
  children: DepartmentNode[]
  /** The path from the top: 运营中心 / 亚马逊事业部. */
  path: string
  /** 1 at the top. */
  level: number
}

export interface DepartmentTree {
  roots: readonly DepartmentNode[]
  byId: ReadonlyMap<string, DepartmentNode>
  /** The state of loading it, if it was loaded. */
  found?: RequestState
}

/** Expects the list depth first, with siblings in order. */
export function treeOf(list: readonly Department[]): DepartmentTree {
  const byId = new Map<string, DepartmentNode>()
  const roots: DepartmentNode[] = []
  for (const department of list) {
    const parent = byId.get(department.parent_id ?? '')
    const node = {
      ...department,
      children: [],
      path: parent ? `${parent.path} / ${department.name}` : department.name,
      level: parent ? parent.level + 1 : 1,
    }
    byId.set(department.dept_id, node)
    ;(parent?.children ?? roots).push(node)
  }
  return { roots, byId }
}

export const siblingsOf = (tree: DepartmentTree, parentId: string | null) =>
  parentId === null ? tree.roots : (tree.byId.get(parentId)?.children ?? [])

const heightOf = (node: DepartmentNode): number => 1 + Math.max(0, ...node.children.map(heightOf))

const isWithin = (node: DepartmentNode, id: string): boolean =>
  node.dept_id === id || node.children.some(child => isWithin(child, id))

/** Returns why a department (undefined for a new one) cannot be placed under another; undefined when it can. */
export function placementProblem(tree: DepartmentTree, id: string | undefined, parentId: string | null) {
  const node = id === undefined ? undefined : tree.byId.get(id)
  if (node && parentId !== null && isWithin(node, parentId)) return '不能移到自己或自己的下级部门之下'
  const level = parentId === null ? 0 : (tree.byId.get(parentId)?.level ?? 0)
  if (level + (node ? heightOf(node) : 1) > departmentDepth) return '部门最多五级'
}

export interface Position {
  parent_id: string | null
  /** The position among the siblings, not counting the department itself. */
  sort: number
}

interface DepartmentOption {
  value: string
  title: string
  path: string
  disabled: boolean
  children: DepartmentOption[]
}

/** Returns the options of a tree select; those with a problem are disabled. */
export const departmentOptions = (
  nodes: readonly DepartmentNode[],
  problemOf: (id: string) => string | undefined = () => undefined,
): DepartmentOption[] =>
  nodes.map(({ dept_id, name, path, children }) => ({
    value: dept_id,
    title: name,
    path,
    disabled: problemOf(dept_id) !== undefined,
    children: departmentOptions(children, problemOf),
  }))

/** Returns the position of a department that is dropped inside, before or after another one. */
export function positionAt(
  tree: DepartmentTree,
  id: string,
  where: 'inside' | 'before' | 'after',
  targetId: string,
): Position {
  if (where === 'inside') return { parent_id: targetId, sort: 0 }
  const parent_id = tree.byId.get(targetId)?.parent_id ?? null
  const others = siblingsOf(tree, parent_id).filter(({ dept_id }) => dept_id !== id)
  const at = others.findIndex(({ dept_id }) => dept_id === targetId)
  return { parent_id, sort: where === 'before' ? at : at + 1 }
}

/** Moves a department one position up or down among its siblings; returns undefined at the end. */
export function stepped(tree: DepartmentTree, id: string, step: -1 | 1): Position | undefined {
  const parent_id = tree.byId.get(id)?.parent_id ?? null
  const siblings = siblingsOf(tree, parent_id)
  const sort = siblings.findIndex(({ dept_id }) => dept_id === id) + step
  return sort >= 0 && sort < siblings.length ? { parent_id, sort } : undefined
}

/** Keeps the matching departments and their ancestors. */
export function matching(nodes: readonly DepartmentNode[], words: string): DepartmentNode[] {
  const query = words.trim().toLowerCase()
  if (!query) return [...nodes]
  return nodes.flatMap(node => {
    if (node.name.toLowerCase().includes(query)) return [node]
    const children = matching(node.children, words)
    return children.length ? [{ ...node, children }] : []
  })
}
