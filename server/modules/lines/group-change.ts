import { describeTimes, type GrantTimes } from '#contract/access-times.ts'
import { orRefuse } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import { recordGroupLog } from './group-log.ts'
import { grant, type Held, putInLines, takeOut } from './group-members.sql.ts'
import {
  departmentsOf,
  employeesOf,
  type Group,
  linesOf,
  lockGroup,
  namesOfDepartments,
  namesOfEmployees,
  namesOfLines,
} from './groups.sql.ts'
import { type Content, groupUndo } from './undo.ts'

export async function contentOf(company: Database, companyId: string, groupId: string): Promise<Content> {
  const [lines, departments, employees] = await together(company, database => [
    linesOf(database, companyId, groupId),
    departmentsOf(database, companyId, groupId),
    employeesOf(database, companyId, groupId),
  ])
  return {
    lineIds: lines.map(({ svp_id }) => svp_id),
    departmentIds: departments.map(({ dept_id }) => dept_id),
    employeeIds: employees.map(({ employee_id }) => employee_id),
    times: Object.fromEntries([
      ...departments.flatMap(({ dept_id, ...times }) => limited(dept_id, times)),
      ...employees.flatMap(({ employee_id, ...times }) => limited(employee_id, times)),
    ]),
  }
}

/** Only a grant with limits is stored among the times. */
export const limited = (id: string, { until, hours }: GrantTimes): [string, GrantTimes][] =>
  until || hours ? [[id, { until, hours }]] : []

interface Change {
  groupId: string
  /**
   * Returns the new contents of the group. It refuses objects that the company does not have, and locks the others against removal.
   */
  after: (before: Content) => Content | Promise<Content>
}

/** Changes a group's contents. Returns the group with the activity by which the change can be undone. */
export async function changeGroup(
  { company, companyId }: { company: Database; companyId: string },
  { groupId, after }: Change,
) {
  const group = await requireLocked(company, companyId, groupId)
  const before = await contentOf(company, companyId, groupId)
  const change = { before, after: await after(before) }
  return { group_id: groupId, activity_id: await settle(company, companyId, group, change) }
}

export async function requireLocked(transaction: Database, companyId: string, groupId: string): Promise<Group> {
  return orRefuse(await lockGroup(transaction, companyId, groupId), -52010)
}

type NamesOf = (company: Database, companyId: string, ids: string[]) => Promise<{ id: string; name: string }[]>
const kinds: { what: Held; label: string; of: Exclude<keyof Content, 'times'>; names: NamesOf }[] = [
  { what: 'line', label: '专线', of: 'lineIds', names: namesOfLines },
  { what: 'department', label: '部门', of: 'departmentIds', names: namesOfDepartments },
  { what: 'employee', label: '员工', of: 'employeeIds', names: namesOfEmployees },
]

/** Adds and removes what differs, and records it. Without `suffix` the change can be undone. */
export async function settle(
  transaction: Database,
  companyId: string,
  group: Group,
  { before, after }: { before: Content; after: Content },
  suffix = '',
): Promise<string | undefined> {
  const parts: string[] = []
  for (const { what, label, of, names } of kinds) {
    const [had, has] = [new Set(before[of]), new Set(after[of])]
    const retimed = what === 'line' ? [] : after[of].filter(id => had.has(id) && !sameTimes(before, after, id))
    const [added, removed] = [after[of].filter(id => !had.has(id)), before[of].filter(id => !has.has(id))]
    const note = async (verb: string, ids: string[], words = '') => {
      if (ids.length) parts.push(`${verb}${label} ${named(await names(transaction, companyId, ids))}${words}`)
    }
    // The names are read before they may be gone.
    await note('移出', removed)
    if (what === 'line') await note('加入', added)
    else
      for (const [verb, ids] of [['加入', added] as const, ['改变授权时段：', retimed] as const])
        for (const [words, some] of Map.groupBy(ids, id => wordsOf(after, id)))
          await note(verb, some, words || (verb === '加入' ? '' : '（不限）'))
    // A grant is never changed, so that its history shows what held when: it is removed and added again.
    if (removed.length + retimed.length)
      await takeOut(transaction, companyId, group.group_id, what, [...removed, ...retimed])
    const granted = [...added, ...retimed]
    if (granted.length && what === 'line') await putInLines(transaction, companyId, group.group_id, granted)
    if (granted.length && what !== 'line')
      await grant(transaction, companyId, group.group_id, what, { ids: granted, times: after.times })
  }
  if (!parts.length) {
    nothingChanged()
    return undefined
  }
  const detail = `「${group.name}」${parts.join('；')}${suffix}`
  const undo = suffix ? undefined : groupUndo.offer({ group_id: group.group_id, before, after })
  const entry = { action: 'group.changed' as const, groupIds: [group.group_id], detail, undo }
  return recordGroupLog(transaction, companyId, entry)
}

const sameTimes = (before: Content, after: Content, id: string): boolean => {
  const [one, other] = [before.times[id], after.times[id]]
  return one?.until === other?.until && one?.hours === other?.hours
}

const wordsOf = ({ times }: Content, id: string): string => (times[id] ? `（${describeTimes(times[id])}）` : '')

const few = 5

const named = (rows: { name: string }[]): string =>
  rows.length > few
    ? `${rows
        .slice(0, few)
        .map(({ name }) => name)
        .join('、')} 等 ${rows.length} 项`
    : rows.map(({ name }) => name).join('、')
