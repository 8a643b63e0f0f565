/** A department of the company, as its directory is applied. */
export interface Node {
  id: string
  parent: string | null
  name: string
}

/** The company's departments by id, and by parent and name, which together name at most one. */
export interface Nodes {
  get(id: string): Node | undefined
  /** Finds the department of this name under a parent, other than `except`. */
  sibling(parent: string | null, name: string, except?: string): Node | undefined
  childCount(parent: string | null): number
  count(): number
  add(node: Node): void
  move(node: Node, parent: string | null, name: string): void
}

/** Indexes them, because at every change in a directory all of its thousands of departments are compared. */
export function indexNodes(all: readonly Node[]): Nodes {
  const byId = new Map<string, Node>()
  const below = new Map<string | null, Map<string, Node>>()
  const add = (node: Node) => {
    byId.set(node.id, node)
    const siblings = below.get(node.parent)
    if (siblings) siblings.set(node.name, node)
    else below.set(node.parent, new Map([[node.name, node]]))
  }
  for (const node of all) add(node)
  return {
    get: id => byId.get(id),
    sibling(parent, name, except) {
      const node = below.get(parent)?.get(name)
      return node?.id === except ? undefined : node
    },
    count: () => byId.size,
    childCount: parent => below.get(parent)?.size ?? 0,
    add,
    move(node, parent, name) {
      below.get(node.parent)?.delete(node.name)
      add(Object.assign(node, { parent, name }))
    },
  }
}
