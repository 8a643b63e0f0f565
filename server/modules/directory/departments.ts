import { departmentDepth, maxDepartments } from '#contract/people.ts'
import { shorten } from '#server/core/shorten.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { reached } from '#server/modules/access/scopes.ts'
import { recordingAccess } from '#server/modules/lines/access-log.ts'
import {
  insertDepartment,
  listDepartments,
  lockTree,
  updateDepartment,
} from '#server/modules/people/departments.sql.ts'
import { listMirrorDepartments, type MirrorDepartment, placeDepartment, releaseDepartment } from './mirror.sql.ts'
import { indexNodes, type Node } from './siblings.ts'

export interface Departments {
  /** Returns the company's department for the directory's; null stands for none. */
  placeOf(externalId: string | null): string | null
  added: number
  changed: number
}

const longestName = 50

/**
 * Makes the company's departments match the directory, from the top down, so that each one's parent is in place already. A
 * department of the same name and place is taken for the same. A department below the deepest possible level, or beyond the most
 * that a company can have, is merged into its nearest ancestor that is there.
 */
export async function syncDepartments(company: Database, companyId: string): Promise<Departments> {
  await lockTree(company, companyId)
  const mirror = (await listMirrorDepartments(company, companyId))
    .filter(({ gone }) => !gone)
    .map(each => ({ ...each, name: shorten(each.name, longestName) }))
  const existing = await listDepartments(company, companyId)
  const nodes = indexNodes(existing.map(({ dept_id, parent_id, name }) => ({ id: dept_id, parent: parent_id, name })))
  const mirrorById = new Map(mirror.map(each => [each.external_id, each]))
  const children = Map.groupBy(mirror, ({ parent_external_id: parent }) =>
    parent && mirrorById.has(parent) ? parent : null,
  )
  const taken = new Map(mirror.flatMap(each => (each.department_id ? [[each.department_id, each.external_id]] : [])))
  const places = new Map<string, string | null>()
  const settled = new Set<string>()
  const counts = { added: 0, changed: 0 }

  /** The people in it move with it, and their access follows the departments above. */
  async function rename(node: Node, parent: string | null, name: string): Promise<void> {
    const change = () => updateDepartment(company, companyId, node.id, { parent_id: parent, name })
    if (parent === node.parent) await change()
    else {
      const scope = { employeeIds: await reached({ company, companyId }, [node.id], []) }
      await recordingAccess(company, { companyId, act: '随企业目录', scope }, change)
    }
    nodes.move(node, parent, name)
  }

  /** Returns a name that is free there: a department that is about to be renamed is moved aside. */
  async function freeName(parent: string | null, name: string, externalId: string, own?: string): Promise<string> {
    const other = nodes.sibling(parent, name, own)
    if (!other) return name
    if (taken.has(other.id) && !settled.has(other.id)) {
      await rename(other, other.parent, aside(parent, name, other.id))
      return name
    }
    return aside(parent, name, externalId, own)
  }

  /** Distinguishes two of the same name in one place by the end of an id, which must be longer where many have that name. */
  const aside = (parent: string | null, name: string, externalId: string, own?: string): string => {
    const names = [6, 12, longestName].map(length => {
      const end = externalId.slice(-Math.min(length, longestName - 12))
      return `${shorten(name, longestName - end.length - 3)}（${end}）`
    })
    return names.find(each => !nodes.sibling(parent, each, own)) ?? name
  }

  async function settle(each: MirrorDepartment, parent: string | null): Promise<string | null> {
    const present = each.department_id ? nodes.get(each.department_id) : undefined
    if (present) {
      if (present.parent === parent && present.name === each.name) return present.id
      const name = await freeName(parent, each.name, each.external_id, present.id)
      if (present.parent === parent && present.name === name) return present.id
      await rename(present, parent, name)
      counts.changed += 1
      await record('department.changed', present)
      return present.id
    }
    const same = nodes.sibling(parent, each.name)
    if (same && !taken.has(same.id)) {
      taken.set(same.id, each.external_id)
      await releaseDepartment(company, companyId, same.id)
      await placeDepartment(company, companyId, each.external_id, same.id)
      return same.id
    }
    if (nodes.count() >= maxDepartments) return parent
    const name = await freeName(parent, each.name, each.external_id)
    const sort = nodes.childCount(parent)
    const added = await insertDepartment(company, companyId, { parent_id: parent, name, sort })
    const node = { id: added.dept_id, parent, name }
    nodes.add(node)
    taken.set(node.id, each.external_id)
    await placeDepartment(company, companyId, each.external_id, node.id)
    counts.added += 1
    await record('department.added', node)
    return node.id
  }

  const record = (action: 'department.added' | 'department.changed', { id, name }: Node) =>
    recordActivity(company, companyId, [{ action, id, name, detail: '随企业目录' }])

  async function visit(parentExternal: string | null, parent: string | null, level: number): Promise<void> {
    for (const each of children.get(parentExternal) ?? []) {
      const place = level > departmentDepth ? parent : await settle(each, parent)
      places.set(each.external_id, place)
      if (place) settled.add(place)
      await visit(each.external_id, place, level + 1)
    }
  }
  await visit(null, null, 1)
  return { ...counts, placeOf: externalId => (externalId === null ? null : (places.get(externalId) ?? null)) }
}
