import { departmentTree } from '../departments/departments.ts'
import { requireEmployees } from '../employees/people.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import {
  countGrouped,
  countReached,
  employeesOfGroups,
  groupsOfEmployee,
  isUsableAt,
  lineSince,
  listGrouped,
  listReached,
} from './access.sql.ts'
import { reasonsOf, rightsTo } from './access.ts'
import { shownState } from './state.ts'

export const lineAccessCalls: HandlersFor<'getEmployeeVplList' | 'getVplUserList'> = {
  async getEmployeeVplList({ company, membership: { companyId } }, { employee_id, page, page_size }) {
    await requireEmployees(company, companyId, [employee_id])
    const [granted, tree] = await Promise.all([
      groupsOfEmployee(company, companyId, employee_id),
      departmentTree(company, companyId),
    ])
    const groupIds = [...new Set(granted.map(({ group_id }) => group_id))]
    if (!groupIds.length) return { list: [], total: 0 }
    const [lines, total] = await Promise.all([
      listGrouped(company, companyId, groupIds, { limit: page_size, offset: (page - 1) * page_size }),
      countGrouped(company, companyId, groupIds),
    ])
    const list = lines.map(line => ({
      svp_id: line.id,
      name: line.name,
      city: line.city,
      address: line.address,
      state: shownState(line),
      reasons: granted
        .filter(({ group_id }) => line.group_ids.includes(group_id))
        .map(({ group_id, group_name, dept_id }) => ({
          group_id,
          group_name,
          dept_path: dept_id && tree.pathOf(dept_id),
        })),
    }))
    return { list, total }
  },

  async getVplUserList({ company, membership: { companyId } }, { svp_id, at, page, page_size }) {
    const line = await lineSince(company, companyId, svp_id)
    if (!line) throw new Refusal(-52001)
    // What is to come is not known: until then it is as it is now.
    const past = at && Date.parse(at) < Date.now() ? new Date(at) : undefined
    const rights = await rightsTo(company, companyId, svp_id, past)
    const [people, total, usable] = await Promise.all([
      listReached(company, rights.relations, rights, { limit: page_size, offset: (page - 1) * page_size }),
      countReached(company, rights.relations, rights),
      isUsableAt(company, rights.relations, svp_id),
    ])
    const ids = people.map(({ id }) => id)
    const own = Map.groupBy(
      await employeesOfGroups(company, rights.relations, rights.groupIds, ids),
      grant => grant.employee_id,
    )
    const list = people.map(person => ({
      employee_id: person.id,
      name: person.name,
      dept_path: rights.tree.pathOf(person.department_id ?? '') || null,
      reasons: reasonsOf(rights, person, new Set(own.get(person.id)?.map(({ group_id }) => group_id))),
    }))
    return { list, total, usable, known_since: line.created_at.toISOString() }
  },
}
