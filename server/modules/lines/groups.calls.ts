import { lineGroupLines, lineGroupMembers } from '#contract/line-names.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { withChanges } from '#server/core/with-changes.ts'
import type { Database } from '#server/database/database.ts'
import { refuseViolation } from '#server/database/violation.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { departmentTree } from '#server/modules/people/departments.ts'
import { keepPeople } from '#server/modules/people/people.sql.ts'
import { requireEmployees } from '#server/modules/people/people.ts'
import { groupDeleting } from './events.ts'
import { timesAfter, withPeople } from './granting.ts'
import { changeGroup, contentOf, requireLocked } from './group-change.ts'
import { groupDetail } from './group-detail.ts'
import { recordGroupLog } from './group-log.ts'
import { keepLines } from './group-members.sql.ts'
import { deleteGroup, insertGroup, listGroups, lockGroup, updateGroup } from './groups.sql.ts'
import { groupDeletionUndo } from './undo.ts'

export const lineGroupsCalls = {
  async getVplGroupList({ company, membership: { companyId } }) {
    return { list: await listGroups(company, companyId) }
  },

  getVplGroupDetail: ({ company, membership: { companyId } }, { group_id }) =>
    groupDetail(company, companyId, group_id),

  async setVplGroup({ company, membership }, input) {
    const { companyId } = membership
    const taken = refuseViolation(() => new Refusal(-52011))
    const log = (action: 'group.added' | 'group.changed', id: string, detail: string) =>
      recordGroupLog(company, companyId, { action, groupIds: [id], detail })
    if (input.group_id === undefined) {
      const added = orRefuse(await insertGroup(company, companyId, input).catch(taken), -52012)
      await log('group.added', added.group_id, `「${input.name}」新建专线组`)
      return added
    }
    const { group_id, seen: _, ...changes } = input
    const before = orRefuse(await lockGroup(company, companyId, group_id), -52010)
    // A change of the remark is not mentioned beside another name.
    const edits = editedInActivity(companyId, group_id, field => [
      ['group.changed', '改名'],
      ...(field === 'remark' ? ([['group.changed', '修改备注']] as const) : []),
    ])
    await requireSeen(company, input, before, edits)
    await updateGroup(company, companyId, group_id, changes).catch(taken)
    const { name, remark } = withChanges(before, changes)
    if (before.name !== name) await log('group.changed', group_id, `「${name}」由「${before.name}」改名`)
    else
      await recordActivity(
        company,
        companyId,
        before.remark === remark ? [] : [{ action: 'group.changed', id: group_id, name, detail: '修改备注' }],
      )
    return { group_id }
  },

  async deleteVplGroup({ company, membership }, { group_id }) {
    const { companyId } = membership
    const deleting = { companyId, groupId: group_id, templates: [] as { template_id: string; name: string }[] }
    // Applying a template locks it before its groups: in the other order the two would deadlock.
    await groupDeleting.publish(company, deleting)
    const { name, remark } = await requireLocked(company, companyId, group_id)
    const content = await contentOf(company, companyId, group_id)
    const { templates } = deleting
    const template_ids = templates.map(({ template_id }) => template_id)
    const undo = groupDeletionUndo.offer({ group_id, name, remark, content, template_ids })
    const lost = templates.length ? `，入职模板${templates.map(each => `「${each.name}」`).join('')}不再包含它` : ''
    const detail = `「${name}」删除专线组${lost}`
    const entry = { action: 'group.deleted' as const, groupIds: [group_id], detail, undo }
    const activity_id = await recordGroupLog(company, companyId, entry)
    await deleteGroup(company, companyId, group_id)
    return { group_id, activity_id }
  },

  async setVplGroupLines(context, { group_id, svp_ids, add_svp_ids = [], remove_svp_ids = [] }) {
    if (!svp_ids && !add_svp_ids.length && !remove_svp_ids.length) throw new Refusal(-41003, 'svp_ids', '请选择专线')
    const { company, membership } = context
    const { companyId } = membership
    return changeGroup(
      { company, companyId },
      {
        groupId: group_id,
        after: async before => {
          const lineIds = changedBy(svp_ids ?? before.lineIds, { remove: remove_svp_ids, add: add_svp_ids })
          if (lineIds.length > lineGroupLines) throw new Refusal(-52013, lineGroupLines)
          const existing = new Set(before.lineIds)
          const added = lineIds.filter(id => !existing.has(id))
          if ((await keepLines(company, companyId, added)) < added.length) throw new Refusal(-52001)
          return { ...before, lineIds }
        },
      },
    )
  },

  async setVplGroupMembers(context, input) {
    const { group_id, dept_ids, add_dept_ids = [], remove_dept_ids = [] } = input
    const { employee_ids, add_employee_ids = [], remove_employee_ids = [], times = [] } = input
    const differences = [add_dept_ids, remove_dept_ids, add_employee_ids, remove_employee_ids, times]
    if (!dept_ids && !employee_ids && !differences.some(({ length }) => length))
      throw new Refusal(-41003, 'employee_ids', '请选择部门或员工')
    const { company, membership } = context
    const { companyId } = membership
    return changeGroup(
      { company, companyId },
      {
        groupId: group_id,
        after: async before => {
          const namedDepartments = [...(dept_ids ?? []), ...add_dept_ids]
          if (namedDepartments.length) await requireDepartments(company, companyId, namedDepartments)
          const departmentIds = changedBy(dept_ids ?? before.departmentIds, {
            remove: remove_dept_ids,
            add: add_dept_ids,
          })
          if (departmentIds.length > lineGroupMembers)
            throw new Refusal(-41003, 'group_id', `一组最多${lineGroupMembers}个部门`)
          const employeeIds = changedBy(employee_ids ?? before.employeeIds, { remove: remove_employee_ids })
          const after = withPeople({ ...before, departmentIds, employeeIds }, add_employee_ids, add_dept_ids)
          const named = new Set([...(employee_ids ?? []), ...add_employee_ids, ...times.map(({ id }) => id)])
          const people = after.employeeIds.filter(id => named.has(id))
          // Guard: without the lock a person who is handed over meanwhile is added here nevertheless.
          await keepPeople(company, companyId, people)
          if (people.length) await requireEmployees(company, companyId, people)
          return { ...after, times: timesAfter(after, [...departmentIds, ...after.employeeIds], times) }
        },
      },
    ).catch(
      // The object that the constraint names was deleted since it was read.
      refuseViolation(constraint => new Refusal(constraint.startsWith('department') ? -46001 : -47001)),
    )
  },
} satisfies SomeHandlers

/** An object that is both removed and added is in the group afterwards. */
function changedBy(ids: string[], { remove, add = [] }: { remove: string[]; add?: string[] }): string[] {
  const removed = new Set(remove)
  return [...new Set([...ids.filter(id => !removed.has(id)), ...add])]
}

async function requireDepartments(company: Database, companyId: string, ids: string[]): Promise<void> {
  const tree = await departmentTree(company, companyId)
  if (ids.some(id => !tree.byId.has(id))) throw new Refusal(-46001)
}
