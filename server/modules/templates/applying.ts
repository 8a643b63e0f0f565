import { employeeFields } from '#contract/records/employee-fields.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { undoTogether } from '#server/engines/activity/undo.ts'
import { grantPeople } from '#server/modules/lines/granting.ts'
import type { Moving, RowOverrides } from '#server/modules/people/events.ts'
import { assign, someNames } from '#server/modules/people/hours/hours.ts'
import { moveToDepartment } from '#server/modules/people/moving.ts'
import type { LogEntry } from '#server/modules/people/people.sql.ts'
import { lockEmployees, recordLog } from '#server/modules/people/people.ts'
import { limitUndo } from '#server/modules/people/undo.ts'
import { holdTemplate, setDeviceLimits } from './templates.sql.ts'

interface Applying {
  companyId: string
  templateId: string
  employeeIds: string[]
  own?: RowOverrides | undefined
  moving?: Moving | undefined
}

/**
 * Applies a template to people, by the acts that a manager would perform one by one, in the transaction of the caller. Fields that
 * the template leaves open stay as they are. Returns how many people there are and were moved, and the activity by which all of it
 * can be undone.
 */
export async function applyTemplateTo(
  company: Database,
  { companyId, templateId, employeeIds, own, moving }: Applying,
): Promise<{ applied: number; moved: number; activityId: string | undefined }> {
  // Guard: without the lock a template that is changed meanwhile is applied only in part.
  const template = orRefuse(await holdTemplate(company, companyId, templateId), -47050)
  const people = await lockEmployees(company, companyId, employeeIds)
  const ids = people.map(({ employee_id }) => employee_id)
  const { device_limit: limit, days, group_ids: groupIds, name } = template
  const activityIds: (string | undefined)[] = []
  const others = (saidBy: string[] = []) => ids.filter(employeeId => !saidBy.includes(employeeId))
  const movedIds = moving ? ids : others(own?.department)
  const deptId = moving ? moving.deptId : template.dept_id
  let moved = 0
  if ((moving || deptId) && movedIds.length) {
    const move = await moveToDepartment(company, { companyId, employeeIds: movedIds, deptId })
    activityIds.push(move.activityId)
    moved = move.moved
  }
  if (limit !== null) {
    const { label } = employeeFields.device_limit
    const limited = await setDeviceLimits(company, companyId, others(own?.deviceLimit), limit)
    const log = limited.map(
      ({ employee_id, before }): LogEntry => ({
        employee_id,
        action: 'changed',
        detail: `${label}：${before} → ${limit}`,
      }),
    )
    const before = limited.map(({ employee_id: id, before }) => ({ id, before, after: limit }))
    if (log.length) activityIds.push(await recordLog(company, companyId, log, limitUndo.offer({ people: before })))
  }
  for (const groupId of groupIds)
    activityIds.push((await grantPeople(company, { companyId, employeeIds: ids, groupId })).activity_id)
  const without = people.filter(({ employee_id }) => !own?.days.includes(employee_id))
  if (days && without.length) {
    const disabled = without.filter(({ state }) => state === 'disabled')
    if (disabled.length) throw new Refusal(-47007, someNames(disabled))
    activityIds.push((await assign(company, { companyId, people: without, amount: { days }, undo: true })).activityId)
  }
  const detail = `套用于 ${ids.length} 人`
  const entry = { action: 'template.applied' as const, id: templateId, name, detail }
  // The answer offers to undo all of it; each part can be undone separately as well.
  const activityId = await recordActivity(company, companyId, [entry], { undo: undoTogether(activityIds) })
  return { applied: ids.length, moved, activityId }
}
