import { violatedConstraint } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import { departmentTree } from '../departments/departments.ts'
import { actorOf, requireEmployees } from '../employees/people.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { countReached, relations } from './access.sql.ts'
import { rightsOf } from './access.ts'
import { changeGroup } from './group-change.ts'
import {
  deleteGroup,
  departmentsOf,
  employeesOf,
  findGroup,
  insertGroup,
  insertGroupLog,
  keepLines,
  linesOf,
  listGroups,
  lockGroup,
  updateGroup,
} from './groups.sql.ts'
import { presentLines } from './lines.sql.ts'
import { shownState } from './state.ts'

export const lineGroupsCalls: HandlersFor<
  'getVplGroupList' | 'getVplGroupDetail' | 'setVplGroup' | 'deleteVplGroup' | 'setVplGroupLines' | 'setVplGroupMembers'
> = {
  async getVplGroupList({ company, membership: { companyId } }) {
    const groups = await listGroups(company, companyId)
    return { list: groups.map(({ id, ...group }) => ({ group_id: id, ...group })) }
  },

  async getVplGroupDetail({ company, membership: { companyId } }, { group_id }) {
    const group = await findGroup(company, companyId, group_id)
    if (!group) throw new Refusal(-52010)
    const [lines, departments, employees, tree] = await Promise.all([
      linesOf(company, companyId, group_id),
      departmentsOf(company, companyId, group_id),
      employeesOf(company, companyId, group_id),
      departmentTree(company, companyId),
    ])
    const rights = await rightsOf(company, relations(companyId, undefined), tree, [group])
    return {
      group_id,
      name: group.name,
      remark: group.remark,
      lines: lines.map(line => ({ svp_id: line.id, name: line.name, city: line.city, state: shownState(line) })),
      departments: departments.map(id => ({ dept_id: id, dept_path: tree.pathOf(id) })),
      employees: employees.map(({ id, name, department_id }) => ({
        employee_id: id,
        name,
        dept_path: tree.pathOf(department_id ?? '') || null,
      })),
      people: await countReached(company, rights.relations, rights),
    }
  },

  async setVplGroup({ company, membership }, { group_id, name, remark }) {
    const { companyId } = membership
    try {
      return await company.transaction(async transaction => {
        const actor = await actorOf(transaction, membership)
        const log = (id: string, detail: string) =>
          insertGroupLog(transaction, companyId, [id], actor.name, `「${name}」${detail}`)
        if (!group_id) {
          const added = await insertGroup(transaction, companyId, { name, remark })
          if (!added) throw new Refusal(-52012)
          await log(added.id, '新建专线组')
          return { group_id: added.id }
        }
        const before = await lockGroup(transaction, companyId, group_id)
        if (!before) throw new Refusal(-52010)
        await updateGroup(transaction, companyId, { id: group_id, name, remark })
        if (before.name !== name) await log(group_id, `由「${before.name}」改名`)
        return { group_id }
      })
    } catch (error) {
      if (violatedConstraint(error)) throw new Refusal(-52011)
      throw error
    }
  },

  deleteVplGroup: (context, { group_id, preview }) =>
    changeGroup(context, {
      groupId: group_id,
      preview,
      after: async () => ({ lineIds: [], departmentIds: [], employeeIds: [] }),
      apply: async (transaction, group, actorName) => {
        const { companyId } = context.membership
        await insertGroupLog(transaction, companyId, [group.id], actorName, `「${group.name}」删除专线组`)
        await deleteGroup(transaction, companyId, group.id)
      },
    }),

  setVplGroupLines: (context, { group_id, svp_ids, preview }) => {
    const { companyId } = context.membership
    const lineIds = [...new Set(svp_ids)]
    return changeGroup(context, {
      groupId: group_id,
      preview,
      after: async (database, before) => {
        const known = new Set(before.lineIds)
        const added = lineIds.filter(id => !known.has(id))
        const present = preview
          ? await presentLines(database, companyId, added)
          : await keepLines(database, companyId, added)
        if (present.length < added.length) throw new Refusal(-52001)
        return { ...before, lineIds }
      },
    })
  },

  async setVplGroupMembers(context, { group_id, dept_ids, employee_ids, preview }) {
    const { companyId } = context.membership
    const [departmentIds, employeeIds] = [[...new Set(dept_ids)], [...new Set(employee_ids)]]
    try {
      return await changeGroup(context, {
        groupId: group_id,
        preview,
        after: async (database, before) => {
          await requireDepartments(database, companyId, departmentIds)
          if (employeeIds.length) await requireEmployees(database, companyId, employeeIds)
          return { ...before, departmentIds, employeeIds }
        },
      })
    } catch (error) {
      // Deleted since it was looked for.
      const constraint = violatedConstraint(error)
      if (constraint) throw new Refusal(constraint.startsWith('department') ? -46001 : -47001)
      throw error
    }
  },
}

async function requireDepartments(company: Database, companyId: string, ids: string[]): Promise<void> {
  const tree = await departmentTree(company, companyId)
  if (ids.some(id => !tree.byId.has(id))) throw new Refusal(-46001)
}
