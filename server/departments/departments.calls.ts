import type { ParsedOf } from '#contract/index.ts'
import { violatedConstraint } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import { countPeople } from '../employees/counters.sql.ts'
import { actorOf, moveToDepartment } from '../employees/people.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import {
  countInside,
  deleteDepartment,
  insertDepartment,
  listDepartments,
  lockTree,
  orderSiblings,
  updateDepartment,
} from './departments.sql.ts'
import { departmentTree } from './departments.ts'
import { type Department, placementProblem, type Tree, treeOf } from './tree.ts'

export const departmentsCalls: HandlersFor<
  'getDeptListByCompanyId' | 'setDepartment' | 'batchSetDepartment' | 'delDepartment'
> = {
  async getDeptListByCompanyId({ company, membership: { companyId } }) {
    const [rows, counts] = await Promise.all([listDepartments(company, companyId), countPeople(company, companyId)])
    const peopleOf = new Map(counts.map(({ department_id, people }) => [department_id, people]))
    const list = inOrder(treeOf(rows), peopleOf)
    return { list, total: list.length, people_without: peopleOf.get(null) ?? 0 }
  },

  async setDepartment({ company, membership: { companyId } }, input) {
    try {
      return await company.transaction(async transaction => {
        await lockTree(transaction, companyId)
        const tree = await departmentTree(transaction, companyId)
        const id = input.dept_id ? await change(transaction, companyId, tree, input.dept_id, input) : undefined
        return { dept_id: id ?? (await create(transaction, companyId, tree, input)) }
      })
    } catch (error) {
      const constraint = violatedConstraint(error)
      if (constraint?.includes('name')) throw new Refusal(-46002)
      // The parent was deleted meanwhile.
      if (constraint) throw new Refusal(-46001)
      throw error
    }
  },

  async batchSetDepartment({ company, membership }, { employee_ids, dept_id }) {
    const { companyId } = membership
    return company.transaction(async transaction => {
      const actor = await actorOf(transaction, membership)
      return {
        moved: await moveToDepartment(transaction, { companyId, employeeIds: employee_ids, deptId: dept_id, actor }),
      }
    })
  },

  async delDepartment({ company, membership: { companyId } }, { dept_id }) {
    const refuse = async () => {
      const inside = await countInside(company, companyId, dept_id)
      if (!inside) throw new Refusal(-46001)
      const { people, children } = inside
      const counts = [people && `员工 ${people} 人`, children && `下级部门 ${children} 个`].filter(Boolean)
      if (counts.length) throw new Refusal(-46005, counts.join('，'))
    }
    await refuse()
    try {
      if (!(await deleteDepartment(company, companyId, dept_id))) throw new Refusal(-46001)
    } catch (error) {
      // Somebody was moved here between the two: the references of employees and departments hold it.
      if (violatedConstraint(error)) await refuse()
      throw error
    }
    return { dept_id }
  },
}

/** Depth first, siblings in their order; a department's count in all is its own and those below. */
function inOrder(tree: Tree<Department>, peopleOf: Map<string | null, number>) {
  const list: {
    dept_id: string
    parent_id: string | null
    name: string
    sort: number
    people: number
    people_in_all: number
  }[] = []
  const visit = (parentId: string | null): number => {
    let inAll = 0
    for (const [sort, { id, parent_id, name }] of tree.childrenOf(parentId).entries()) {
      const people = peopleOf.get(id) ?? 0
      const entry = { dept_id: id, parent_id, name, sort, people, people_in_all: people }
      list.push(entry)
      entry.people_in_all += visit(id)
      inAll += entry.people_in_all
    }
    return inAll
  }
  visit(null)
  return list
}

type Wanted = Pick<ParsedOf<'setDepartment'>, 'name' | 'parent_id' | 'sort'>

async function create(company: Database, companyId: string, tree: Tree<Department>, wanted: Wanted): Promise<string> {
  const { name, parent_id: parentId = null, sort } = wanted
  if (!name) throw new Refusal(-41003, 'name', '请输入部门名称')
  const problem = placementProblem(tree, undefined, parentId)
  if (problem) throw new Refusal(problem)
  const siblings = tree.childrenOf(parentId).map(({ id }) => id)
  const added = await insertDepartment(company, { companyId, parentId, name, sort: siblings.length })
  if (!added) throw new Error('department answered no row')
  await orderSiblings(company, companyId, siblings.toSpliced(sort ?? siblings.length, 0, added.id))
  return added.id
}

async function change(
  company: Database,
  companyId: string,
  tree: Tree<Department>,
  id: string,
  wanted: Wanted,
): Promise<string> {
  const present = tree.byId.get(id)
  if (!present) throw new Refusal(-46001)
  const parentId = wanted.parent_id === undefined ? present.parent_id : wanted.parent_id
  const moved = parentId !== present.parent_id
  const problem = moved ? placementProblem(tree, id, parentId) : undefined
  if (problem) throw new Refusal(problem)
  await updateDepartment(company, companyId, { id, parentId, name: wanted.name ?? present.name })
  if (moved || wanted.sort !== undefined) {
    const siblings = tree.childrenOf(parentId).flatMap(sibling => (sibling.id === id ? [] : [sibling.id]))
    await orderSiblings(company, companyId, siblings.toSpliced(wanted.sort ?? siblings.length, 0, id))
  }
  return id
}
