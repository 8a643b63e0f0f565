import type { Database } from '#server/database/database.ts'
import type { Person } from '#server/modules/people/people.sql.ts'
import { countGrantedLines, groupsOfDepartment, passEmployeeGrants, takeDepartmentGrants } from './grants.sql.ts'
import { recordGroupLog } from './group-log.ts'

type Leaver = Pick<Person, 'employee_id' | 'name'>

/**
 * Passes somebody's own places in line groups to the successor, or to nobody. Grants through a department stay the department's.
 * Returns how many lines there were.
 */
export async function passGrants(
  company: Database,
  companyId: string,
  { from, to, actorName }: { from: Leaver; to: Leaver | undefined; actorName: string },
): Promise<number> {
  const lines = await countGrantedLines(company, companyId, from.employee_id)
  const passed = await passEmployeeGrants(company, companyId, from.employee_id, to?.employee_id ?? null)
  const groupIds = passed.map(({ group_id }) => group_id)
  const detail = to ? `离职交接：${from.name} 的权限交给 ${to.name}` : `离职交接：移出员工 ${from.name}`
  if (groupIds.length)
    await recordGroupLog(company, companyId, { action: 'group.changed', groupIds, detail }, actorName)
  return lines
}

/** Takes away what was granted to a department before it is deleted, so that its groups' logs tell of it. */
export async function dropDepartmentGrants(
  company: Database,
  companyId: string,
  departmentId: string,
  actorName: string,
): Promise<void> {
  const groups = await groupsOfDepartment(company, companyId, departmentId)
  if (!groups.length) return
  const [{ department = '' } = {}] = groups
  for (const { group_id, name } of groups) {
    const entry = { groupIds: [group_id], detail: `「${name}」移出部门 ${department}（部门已删除）` }
    await recordGroupLog(company, companyId, { action: 'group.changed', ...entry }, actorName)
  }
  await takeDepartmentGrants(company, companyId, departmentId)
}
