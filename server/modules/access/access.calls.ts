import { pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { departmentTree } from '#server/modules/people/departments.ts'
import { requireEmployees } from '#server/modules/people/people.ts'
import { explain } from './explain.ts'
import { peopleOfLine } from './people-of-line.ts'
import { countGrouped, groupsOfEmployee, listGrouped } from './rights.sql.ts'
import { timesAt } from './rights.ts'

export const accessCalls = {
  explainAccess: ({ company, membership: { companyId } }, { employee_id, device_id, svp_id }) =>
    explain(company, { companyId, employeeId: employee_id, deviceId: device_id, lineId: svp_id }),

  async getEmployeeVplList({ company, membership: { companyId } }, { employee_id, page, page_size }) {
    await requireEmployees(company, companyId, [employee_id])
    const [granted, tree] = await together(company, database => [
      groupsOfEmployee(database, companyId, employee_id),
      departmentTree(database, companyId),
    ])
    const now = Date.now()
    const groupIds = [...new Set(granted.map(({ group_id }) => group_id))]
    if (!groupIds.length) return { list: [], total: 0 }
    const [lines, total] = await together(company, database => [
      listGrouped(database, companyId, groupIds, pageOf({ page, page_size })),
      countGrouped(database, companyId, groupIds),
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

  getVplUserList: ({ company, membership: { companyId } }, input) => peopleOfLine(company, companyId, input),
} satisfies SomeHandlers
