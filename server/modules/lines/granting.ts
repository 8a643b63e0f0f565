import { always, type GrantTimes, isEnded } from '#contract/access-times.ts'
import { lineGroupMembers } from '#contract/line-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { ManagerContext } from '#server/engines/context.ts'
import { keepPeople } from '#server/modules/people/people.sql.ts'
import { requireEmployees } from '#server/modules/people/people.ts'
import { changeGroup, limited } from './group-change.ts'
import type { Content } from './undo.ts'

/** Grants that are not named keep their times. An end lies ahead, unless the grant has it already. */
export function timesAfter(
  before: Content,
  granted: string[],
  named: (GrantTimes & { id: string })[],
): Content['times'] {
  const now = Date.now()
  const requested = new Map(
    named.map(({ id, until, hours }) => [id, { until: until && new Date(until).toISOString(), hours }]),
  )
  for (const [id, { until }] of requested)
    if (until && isEnded({ until }, now) && before.times[id]?.until !== until)
      throw new Refusal(-41003, 'times', '到期时间须在将来')
  return Object.fromEntries(granted.flatMap(id => limited(id, requested.get(id) ?? before.times[id] ?? always)))
}

/**
 * Adds people to what a group holds, up to its maximum; `addedDepartments` were added before. A grant that has ended counts as none,
 * although it remains until it is removed: whoever is added again may use the group always.
 */
export function withPeople(before: Content, ids: string[], addedDepartments: string[] = []): Content {
  const employeeIds = [...new Set([...before.employeeIds, ...ids])]
  if (employeeIds.length > lineGroupMembers)
    throw new Refusal(-41003, 'group_id', `一组最多单独添加${lineGroupMembers}人`)
  const now = Date.now()
  const added = new Set([...ids, ...addedDepartments])
  return { ...before, employeeIds, times: omitted(before.times, (id, times) => added.has(id) && isEnded(times, now)) }
}

const omitted = (all: Content['times'], isGone: (id: string, times: GrantTimes) => boolean): Content['times'] =>
  Object.fromEntries(Object.entries(all).filter(([id, times]) => !isGone(id, times)))

/**
 * Adds people to a group without limits, also those who are in it at some times only. The caller's transaction has written or
 * locked their rows.
 */
export const grantPeople = (
  company: Database,
  { companyId, employeeIds, groupId }: { companyId: string; employeeIds: string[]; groupId: string },
) =>
  changeGroup(
    { company, companyId },
    {
      groupId,
      after: before => {
        const times = omitted(before.times, id => employeeIds.includes(id))
        return withPeople({ ...before, times }, employeeIds)
      },
    },
  )

/** Adds one person to a group, at these times; a person who is in it already gets these times instead. */
export function grantTo(
  context: ManagerContext,
  { groupId, employeeId, times }: { groupId: string; employeeId: string; times: GrantTimes },
) {
  const { company, membership } = context
  const { companyId } = membership
  return changeGroup(
    { company, companyId },
    {
      groupId,
      after: async before => {
        // Guard: without the lock a person who is handed over meanwhile is added here nevertheless.
        await keepPeople(company, companyId, [employeeId])
        await requireEmployees(company, companyId, [employeeId])
        const after = withPeople(before, [employeeId])
        const granted = [...after.departmentIds, ...after.employeeIds]
        return { ...after, times: timesAfter(before, granted, [{ id: employeeId, ...times }]) }
      },
    },
  )
}
