import type { Database } from '../database/database.ts'
import { countGrantedLines, groupsOfDepartment, passEmployeeGrants, takeDepartmentGrants } from './grants.sql.ts'
import { insertGroupLog } from './groups.sql.ts'

interface Leaver {
  id: string
  name: string
}

/**
 * Somebody's own places in line groups go to the successor, or to nobody. What the person has through a department stays
 * the department's. Answers how many lines there were.
 */
export async function passGrants(
  company: Database,
  companyId: string,
  { from, to, actorName }: { from: Leaver; to: Leaver | undefined; actorName: string },
): Promise<number> {
  const lines = await countGrantedLines(company, companyId, from.id)
  const passed = await passEmployeeGrants(company, companyId, from.id, to?.id ?? null)
  const groupIds = passed.map(({ group_id }) => group_id)
  if (groupIds.length)
    await insertGroupLog(
      company,
      companyId,
      groupIds,
      actorName,
      to ? `离职交接：${from.name} 的权限交给 ${to.name}` : `离职交接：移出员工 ${from.name}`,
    )
  return lines
}

/** Before a department is deleted: what was granted to it is taken away, which its groups' logs tell. */
export async function dropDepartmentGrants(
  company: Database,
  companyId: string,
  departmentId: string,
  actorName: string,
): Promise<void> {
  const groups = await groupsOfDepartment(company, companyId, departmentId)
  if (!groups.length) return
  const [{ department = '' } = {}] = groups
  for (const { group_id, name } of groups)
    await insertGroupLog(company, companyId, [group_id], actorName, `「${name}」移出部门 ${department}（部门已删除）`)
  await takeDepartmentGrants(company, companyId, departmentId)
}
