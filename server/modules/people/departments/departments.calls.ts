import type { ActivityName } from '#contract/activity-names.ts'
import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { maxDepartments } from '#contract/people.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { withChanges } from '#server/core/with-changes.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { refuseViolation, violatedConstraint } from '#server/database/violation.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { countPeople } from '../counters.sql.ts'
import {
  countInside,
  deleteDepartment,
  insertDepartment,
  listDepartments,
  lockDepartment,
  lockTemplatesInto,
  lockTree,
  orderSiblings,
  updateDepartment,
} from '../departments.sql.ts'
import { departmentTree, losersOf } from '../departments.ts'
import { departmentChanging, departmentDeleting, type Moving, peopleAdded } from '../events.ts'
import { moveToDepartment } from '../moving.ts'
import { type Department, placementProblem, type Tree, treeOf } from '../tree.ts'
import { departmentUndo } from '../undo.ts'
import { departmentsOf } from '../within.ts'

export const departmentsCalls = {
  async getDeptListByCompanyId({ company, membership }) {
    const { companyId } = membership
    const [all, counts] = await together(company, database => [
      listDepartments(database, companyId),
      countPeople(database, companyId),
    ])
    const within = await departmentsOf(company, membership)
    const rows = within ? onlyThose(all, within) : all
    const peopleOf = new Map(counts.map(({ dept_id, people }) => [dept_id, people]))
    const list = inOrder(treeOf(rows), peopleOf)
    return { list, total: list.length, people_without: within ? 0 : (peopleOf.get(null) ?? 0) }
  },

  async setDepartment({ company, membership: { companyId } }, input) {
    // The parent was deleted meanwhile, or the name is taken.
    const refused = refuseViolation(constraint => new Refusal(constraint.includes('name') ? -46002 : -46001))
    await lockTree(company, companyId)
    const tree = await departmentTree(company, companyId)
    const { dept_id } = input
    return dept_id
      ? { dept_id, activity_id: await change(company, companyId, tree, dept_id, input).catch(refused) }
      : { dept_id: await create(company, companyId, tree, input).catch(refused) }
  },

  async batchSetDepartment({ company, membership }, { employee_ids, dept_id, template_id }) {
    const { companyId } = membership
    if (template_id) {
      const moving: Moving = { deptId: dept_id, undoActivityIds: [] }
      const applied = { companyId, employeeIds: employee_ids, templateId: template_id, moving }
      const { moved = 0 } = await peopleAdded.publish(company, applied)
      return { moved, activity_id: moving.undoActivityIds[0] }
    }
    const move = { companyId, employeeIds: employee_ids, deptId: dept_id }
    const { moved, activityId } = await moveToDepartment(company, move)
    return { moved, activity_id: activityId }
  },

  async delDepartment({ company, membership }, { dept_id }) {
    const { companyId } = membership
    const refuse = async () => {
      const inside = orRefuse(await countInside(company, companyId, dept_id), -46001)
      const { people, children } = inside
      const counts = [people && `员工 ${people} 人`, children && `下级部门 ${children} 个`].filter(Boolean)
      if (counts.length) throw new Refusal(-46005, counts.join('，'))
    }
    await refuse()
    try {
      // A savepoint, because after a violated constraint the people inside are counted once more.
      await company.transaction(async savepoint => {
        await lockTemplatesInto(savepoint, companyId, dept_id)
        // Guard: without the lock a group that adds the department meanwhile loses it without an entry in its log.
        if (!(await lockDepartment(savepoint, companyId, dept_id))) throw new Refusal(-46001)
        await departmentChanging.publish(savepoint, { companyId, departmentId: dept_id })
        await departmentDeleting.publish(savepoint, { companyId, departmentId: dept_id })
        const detail = await losersOf(savepoint, companyId, dept_id)
        const { name } = orRefuse(await deleteDepartment(savepoint, companyId, dept_id), -46001)
        await recordActivity(savepoint, companyId, [{ action: 'department.deleted', id: dept_id, name, detail }])
      })
    } catch (error) {
      // A person was moved here between the two statements: the foreign keys of employees and departments hold it.
      if (violatedConstraint(error)) await refuse()
      throw error
    }
    return { dept_id }
  },
} satisfies SomeHandlers

/** Keeps the departments of a caller who is limited to them; the uppermost become roots. */
function onlyThose(rows: Department[], within: string[]): Department[] {
  const kept = new Set(within)
  return rows
    .filter(({ dept_id }) => kept.has(dept_id))
    .map(row => ({ ...row, parent_id: row.parent_id && kept.has(row.parent_id) ? row.parent_id : null }))
}

/**
 * Returns the departments depth first, siblings in their order; a department's total is its own count and those below.
 */
function inOrder(tree: Tree<Department>, peopleOf: Map<string | null, number>) {
  const list: OutputOf<'getDeptListByCompanyId'>['list'] = []
  const visit = (parentId: string | null): number => {
    let inAll = 0
    for (const [sort, department] of tree.childrenOf(parentId).entries()) {
      const people = peopleOf.get(department.dept_id) ?? 0
      const entry = { ...department, sort, people, people_in_all: people }
      list.push(entry)
      entry.people_in_all += visit(department.dept_id)
      inAll += entry.people_in_all
    }
    return inAll
  }
  visit(null)
  return list
}

type DepartmentInput = Omit<ParsedOf<'setDepartment'>, 'dept_id'>

async function create(
  company: Database,
  companyId: string,
  tree: Tree<Department>,
  values: DepartmentInput,
): Promise<string> {
  const { name, parent_id = null, sort } = values
  if (!name) throw new Refusal(-41003, 'name', '请输入部门名称')
  const problem = placementProblem(tree, undefined, parent_id)
  if (problem) throw new Refusal(problem)
  // Guard: the lock of the tree, under which it was read.
  if (tree.byId.size >= maxDepartments) throw new Refusal(-46006, maxDepartments)
  const siblings = tree.childrenOf(parent_id).map(({ dept_id }) => dept_id)
  const added = await insertDepartment(company, companyId, { parent_id, name, sort: siblings.length })
  await orderSiblings(company, companyId, siblings.toSpliced(sort ?? siblings.length, 0, added.dept_id))
  await recordActivity(company, companyId, [{ action: 'department.added', id: added.dept_id, name }])
  return added.dept_id
}

const words: Record<string, string> = { name: '改名', parent_id: '移到' }
const tracesOf = (field: string): [ActivityName, string?][] => [['department.changed', words[field]]]

/** Returns the activity by which a move can be undone. */
async function change(
  company: Database,
  companyId: string,
  tree: Tree<Department>,
  id: string,
  values: DepartmentInput,
): Promise<string | undefined> {
  const present = tree.byId.get(id)
  if (!present) throw new Refusal(-46001)
  await requireSeen(company, values, present, editedInActivity(companyId, id, tracesOf))
  const { sort: _, ...changed } = withChanges(present, values)
  const { parent_id } = changed
  const moved = parent_id !== present.parent_id
  const problem = moved ? placementProblem(tree, id, parent_id) : undefined
  if (problem) throw new Refusal(problem)
  if (moved || changed.name !== present.name) await departmentChanging.publish(company, { companyId, departmentId: id })
  await updateDepartment(company, companyId, id, values)
  const { name } = changed
  const changes = name === present.name ? [] : [`由「${present.name}」改名`]
  if (moved) changes.push(parent_id ? `移到「${tree.byId.get(parent_id)?.name}」之下` : '移到顶级')
  if (moved || values.sort !== undefined) {
    const siblings = tree.childrenOf(parent_id).flatMap(({ dept_id }) => (dept_id === id ? [] : [dept_id]))
    const sorted = siblings.toSpliced(values.sort ?? siblings.length, 0, id)
    if ((await orderSiblings(company, companyId, sorted)) && !moved) changes.push('调整顺序')
  }
  const entry = { action: 'department.changed' as const, id, name, detail: changes.join('；') }
  const place = tree.childrenOf(present.parent_id).indexOf(present)
  const move = { dept_id: id, from: present.parent_id, place, to: parent_id }
  // Only a move that is the whole change can be undone: its undo would leave the name and still mark the entry as undone.
  const undo = moved && name === present.name ? departmentUndo.offer(move) : undefined
  return recordActivity(company, companyId, changes.length ? [entry] : [], { undo })
}
