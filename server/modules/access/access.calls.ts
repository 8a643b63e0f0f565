import { Refusal } from '#server/core/refusal.ts'
import { pageOf } from '#server/database/listed.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { departmentTree } from '#server/modules/people/departments.ts'
import { requireEmployees } from '#server/modules/people/people.ts'
import { explain } from './explain.ts'
import {
  countGrouped,
  countReached,
  employeesOfGroups,
  groupsOfEmployee,
  isUsableAt,
  lineSince,
  listGrouped,
  listReached,
} from './rights.sql.ts'
import { reasonsOf, rightsTo, timesAt, withPath } from './rights.ts'

export const accessCalls = {
  explainAccess: ({ company, membership: { companyId } }, { employee_id, device_id, svp_id }) =>
    explain(company, { companyId, employeeId: employee_id, deviceId: device_id, lineId: svp_id }),

  async getEmployeeVplList({ company, membership: { companyId } }, { employee_id, page, page_size }) {
    await requireEmployees(company, companyId, [employee_id])
    const [granted, tree] = await Promise.all([
      groupsOfEmployee(company, companyId, employee_id),
      departmentTree(company, companyId),
    ])
    const now = Date.now()
    const groupIds = [...new Set(granted.map(({ group_id }) => group_id))]
    if (!groupIds.length) return { list: [], total: 0 }
    const [lines, total] = await Promise.all([
      listGrouped(company, companyId, groupIds, pageOf({ page, page_size })),
      countGrouped(company, companyId, groupIds),
    ])
    const list = lines.map(({ group_ids, ...line }) => ({
      ...line,
      reasons: granted
        .filter(({ group_id }) => group_ids.includes(group_id))
        .map(({ dept_id, ...reason }) => ({
          ...reason,
          dept_path: dept_id && tree.pathOf(dept_id),
          ...timesAt(reason, now),
        })),
    }))
    return { list, total }
  },

  async getVplUserList({ company, membership: { companyId } }, { svp_id, at, page, page_size }) {
    const line = await lineSince(company, companyId, svp_id)
    if (!line) throw new Refusal(-52001)
    // The future is not known, so the present stands in for it.
    const past = at && Date.parse(at) < Date.now() ? at : undefined
    const rights = await rightsTo(company, companyId, svp_id, past)
    const [people, total, usable] = await Promise.all([
      listReached(company, rights.relations, rights, pageOf({ page, page_size })),
      countReached(company, rights.relations, rights),
      isUsableAt(company, rights.relations, svp_id),
    ])
    const ids = people.map(({ employee_id }) => employee_id)
    const own = Map.groupBy(
      await employeesOfGroups(company, rights.relations, rights.groupIds, ids),
      grant => grant.employee_id,
    )
    const list = people.map(person => ({
      ...withPath(person, rights.tree),
      reasons: reasonsOf(rights, person, own.get(person.employee_id) ?? [], past ? Date.parse(past) : Date.now()),
    }))
    return { list, total, usable, known_since: line.created_at }
  },
} satisfies SomeHandlers
