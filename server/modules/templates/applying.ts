import { employeeFields } from '#contract/records/employee-fields.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { Membership } from '#server/engines/context.ts'
import { grantPeople } from '#server/modules/lines/granting.ts'
import type { OwnWord } from '#server/modules/people/events.ts'
import { assign, someNames } from '#server/modules/people/hours/hours.ts'
import type { LogEntry } from '#server/modules/people/people.sql.ts'
import { actorOf, lockEmployees, moveToDepartment, recordLog } from '#server/modules/people/people.ts'
import { holdTemplate, setDeviceLimits } from './templates.sql.ts'

interface Applying {
  membership: Membership
  templateId: string
  employeeIds: string[]
  own?: OwnWord | undefined
}

/**
 * Gives people what a template says, by the same acts that a manager would do one by one, in the transaction of the
 * caller. What the template leaves open stays as it is. Returns how many people there are.
 */
export async function applyTemplateTo(
  company: Database,
  { membership, templateId, employeeIds, own }: Applying,
): Promise<number> {
  const { companyId } = membership
  const actor = await actorOf(company, membership)
  // Guard: without the lock a template that is changed meanwhile is applied by halves.
  const template = await holdTemplate(company, companyId, templateId)
  if (!template) throw new Refusal(-47050)
  const people = await lockEmployees(company, companyId, employeeIds)
  const ids = people.map(({ employee_id }) => employee_id)
  const { dept_id: deptId, device_limit: limit, days, group_ids: groupIds, name } = template
  const others = (saidBy: string[] = []) => ids.filter(employeeId => !saidBy.includes(employeeId))
  if (deptId) await moveToDepartment(company, { companyId, employeeIds: others(own?.department), deptId, actor })
  if (limit !== null) {
    const { label } = employeeFields.device_limit
    const log = (await setDeviceLimits(company, companyId, others(own?.deviceLimit), limit)).map(
      ({ employee_id, before }): LogEntry => ({
        employee_id,
        action: 'changed',
        detail: `${label}：${before} → ${limit}`,
      }),
    )
    if (log.length) await recordLog(company, companyId, actor.name, log)
  }
  for (const groupId of groupIds) await grantPeople(company, { membership, employeeIds: ids, groupId })
  const without = people.filter(({ employee_id }) => !own?.days.includes(employee_id))
  if (days && without.length) {
    const disabled = without.filter(({ state }) => state === 'disabled')
    if (disabled.length) throw new Refusal(-47007, someNames(disabled))
    await assign(company, { companyId, people: without, actor, wanted: { days } })
  }
  const detail = `套用于 ${ids.length} 人`
  await recordActivity(company, companyId, [{ action: 'template.applied', id: templateId, name, detail }])
  return ids.length
}
