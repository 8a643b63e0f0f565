import { employeeFields } from '#contract/records/employee-fields.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { Membership } from '#server/engines/context.ts'
import { withPeople } from '#server/modules/lines/granting.ts'
import { changeGroup } from '#server/modules/lines/group-change.ts'
import { assign, someNames } from '#server/modules/people/hours/hours.ts'
import type { LogEntry } from '#server/modules/people/people.sql.ts'
import { actorOf, lockEmployees, moveToDepartment, recordLog } from '#server/modules/people/people.ts'
import { holdTemplate, setDeviceLimits } from './templates.sql.ts'

interface Applying {
  membership: Membership
  templateId: string
  employeeIds: string[]
}

/**
 * Gives people what a template says, by the same acts that a manager would do one by one, in the transaction of the
 * caller. What the template leaves open stays as it is. Returns how many people there are.
 */
export async function applyTemplateTo(
  company: Database,
  { membership, templateId, employeeIds }: Applying,
): Promise<number> {
  const { companyId } = membership
  const actor = await actorOf(company, membership)
  // Guard: without the lock a template that is changed meanwhile is applied by halves.
  const template = await holdTemplate(company, companyId, templateId)
  if (!template) throw new Refusal(-47050)
  const people = await lockEmployees(company, companyId, employeeIds)
  const ids = people.map(({ employee_id }) => employee_id)
  const { dept_id: deptId, device_limit: limit, days, group_ids: groupIds, name } = template
  if (deptId) await moveToDepartment(company, { companyId, employeeIds: ids, deptId, actor })
  if (limit !== null) {
    const { label } = employeeFields.device_limit
    const log = (await setDeviceLimits(company, companyId, ids, limit)).map(
      ({ employee_id, before }): LogEntry => ({
        employee_id,
        action: 'changed',
        detail: `${label}：${before} → ${limit}`,
      }),
    )
    if (log.length) await recordLog(company, companyId, actor.name, log)
  }
  for (const groupId of groupIds)
    await changeGroup(
      { company, membership },
      {
        groupId,
        after: (_, before) => Promise.resolve(withPeople(before, ids)),
      },
    )
  if (days) {
    const disabled = people.filter(({ state }) => state === 'disabled')
    if (disabled.length) throw new Refusal(-47007, someNames(disabled))
    await assign(company, { companyId, people, actor, wanted: { days } })
  }
  const detail = `套用于 ${ids.length} 人`
  await recordActivity(company, companyId, [{ action: 'template.applied', id: templateId, name, detail }])
  return ids.length
}
