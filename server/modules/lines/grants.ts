import { covers, isEnded } from '#contract/access-times.ts'
import type { Database } from '#server/database/database.ts'
import type { Person } from '#server/modules/people/people.sql.ts'
import {
  countGrantedLines,
  groupsOfDepartment,
  insertEmployeeGrants,
  lockEmployeeGrants,
  type OwnGrant,
  takeDepartmentGrants,
  takeEmployeeGrants,
} from './grants.sql.ts'
import { recordGroupLog } from './group-log.ts'

type Leaver = Pick<Person, 'employee_id' | 'name'>

/**
 * Passes a person's own grants of line groups to the successor, or to nobody. Grants through a department stay the department's.
 * Returns how many lines there were.
 */
export async function passGrants(
  company: Database,
  companyId: string,
  { from, to }: { from: Leaver; to: Leaver | undefined },
): Promise<number> {
  const lines = await countGrantedLines(company, companyId, from.employee_id)
  const taken = await takeEmployeeGrants(company, companyId, from.employee_id)
  const groupIds = taken.map(({ group_id }) => group_id)
  if (to && groupIds.length) await passTo(company, companyId, to.employee_id, taken)
  const detail = to ? `离职交接：${from.name} 的权限交给 ${to.name}` : `离职交接：移出员工 ${from.name}`
  if (groupIds.length) await recordGroupLog(company, companyId, { action: 'group.changed', groupIds, detail })
  return lines
}

/**
 * Adds the successor to the groups of the leaver, whose grants keep their ends. Where the successor has a grant already, the more
 * comprehensive one stays; of two that differ in their hours, the one that lasts longer.
 */
async function passTo(company: Database, companyId: string, to: string, taken: OwnGrant[]): Promise<void> {
  const now = Date.now()
  const groupIds = taken.map(({ group_id }) => group_id)
  const own = await lockEmployeeGrants(company, companyId, to, groupIds)
  const ownIn = new Map(own.filter(grant => !isEnded(grant, now)).map(grant => [grant.group_id, grant]))
  const passed = taken.filter(grant => {
    const held = ownIn.get(grant.group_id)
    return (
      !isEnded(grant, now) && (!held || (!covers(held, grant) && (covers(grant, held) || endOf(grant) > endOf(held))))
    )
  })
  if (!passed.length) return
  // A grant is never changed, so that its history shows what held when: it is removed and added again.
  const passedIds = passed.map(({ group_id }) => group_id)
  await takeEmployeeGrants(company, companyId, to, passedIds)
  await insertEmployeeGrants(company, companyId, to, passed)
}

const endOf = ({ until }: OwnGrant): number => (until === null ? Infinity : Date.parse(until))

/** Removes the grants of a department before it is deleted, so that its groups' logs record it. */
export async function dropDepartmentGrants(company: Database, companyId: string, departmentId: string): Promise<void> {
  const groups = await groupsOfDepartment(company, companyId, departmentId)
  if (!groups.length) return
  const [{ department = '' } = {}] = groups
  for (const { group_id, name } of groups) {
    const entry = { groupIds: [group_id], detail: `「${name}」移出部门 ${department}（部门已删除）` }
    await recordGroupLog(company, companyId, { action: 'group.changed', ...entry })
  }
  await takeDepartmentGrants(company, companyId, departmentId)
}
