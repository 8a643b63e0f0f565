import type { OutputOf } from '#contract/index.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import type { ManagerContext } from '#server/engines/context.ts'
import { actorOf } from '#server/modules/people/people.ts'
import { type Content, effectOf } from './effect.ts'
import { recordGroupLog } from './group-log.ts'
import {
  departmentsOf,
  employeesOf,
  findGroup,
  type Group,
  type Held,
  linesOf,
  lockGroup,
  namesOfDepartments,
  namesOfEmployees,
  namesOfLines,
  putIn,
  takeOut,
} from './groups.sql.ts'

type Effect = OutputOf<'deleteVplGroup'>

export async function contentOf(company: Database, companyId: string, groupId: string): Promise<Content> {
  const [lines, departmentIds, employees] = await Promise.all([
    linesOf(company, companyId, groupId),
    departmentsOf(company, companyId, groupId),
    employeesOf(company, companyId, groupId),
  ])
  return {
    lineIds: lines.map(({ svp_id }) => svp_id),
    departmentIds,
    employeeIds: employees.map(({ employee_id }) => employee_id),
  }
}

interface Change {
  groupId: string
  preview: boolean
  /**
   * Says what the group holds afterwards. It refuses what the company does not have, and keeps the rest from going
   * meanwhile.
   */
  after: (database: Database, before: Content) => Promise<Content>
  /** Carries the change out. Without it the difference is put in and taken out. */
  apply?: (transaction: Database, group: Group, actorName: string) => Promise<void>
}

/** Changes what a group holds and tells who gains and loses by it; a preview only tells. */
export async function changeGroup({ company, membership }: ManagerContext, change: Change): Promise<Effect> {
  const { companyId } = membership
  const { groupId, preview } = change
  const reckon = async (database: Database, group: Group | undefined) => {
    if (!group) throw new Refusal(-52010)
    const before = await contentOf(database, companyId, groupId)
    const after = await change.after(database, before)
    const effect = {
      group_id: groupId,
      done: !preview,
      ...(await effectOf(database, companyId, groupId, before, after)),
    }
    return { group, before, after, effect }
  }
  if (preview) {
    nothingChanged()
    return (await reckon(company, await findGroup(company, companyId, groupId))).effect
  }
  return company.transaction(async transaction => {
    const actor = await actorOf(transaction, membership)
    const { group, before, after, effect } = await reckon(transaction, await lockGroup(transaction, companyId, groupId))
    if (change.apply) await change.apply(transaction, group, actor.name)
    else await settle(transaction, companyId, group, before, after, actor.name)
    return effect
  })
}

type NamesOf = (company: Database, companyId: string, ids: string[]) => Promise<{ id: string; name: string }[]>
const kinds: { what: Held; label: string; of: keyof Content; names: NamesOf }[] = [
  { what: 'line', label: '专线', of: 'lineIds', names: namesOfLines },
  { what: 'department', label: '部门', of: 'departmentIds', names: namesOfDepartments },
  { what: 'employee', label: '员工', of: 'employeeIds', names: namesOfEmployees },
]

async function settle(
  transaction: Database,
  companyId: string,
  group: Group,
  before: Content,
  after: Content,
  actorName: string,
): Promise<void> {
  const parts: string[] = []
  for (const { what, label, of, names } of kinds) {
    const [had, has] = [new Set(before[of]), new Set(after[of])]
    const [added, removed] = [after[of].filter(id => !had.has(id)), before[of].filter(id => !has.has(id))]
    const note = async (verb: string, ids: string[]) => {
      if (ids.length) parts.push(`${verb}${label} ${named(await names(transaction, companyId, ids))}`)
    }
    // The names are read before they may be gone.
    await note('移出', removed)
    await note('加入', added)
    if (removed.length) await takeOut(transaction, companyId, group.group_id, what, removed)
    if (added.length) await putIn(transaction, companyId, group.group_id, what, added)
  }
  if (!parts.length) return nothingChanged()
  const detail = `「${group.name}」${parts.join('；')}`
  await recordGroupLog(
    transaction,
    companyId,
    { action: 'group.changed', groupIds: [group.group_id], detail },
    actorName,
  )
}

const few = 5

const named = (rows: { name: string }[]): string =>
  rows.length > few
    ? `${rows
        .slice(0, few)
        .map(({ name }) => name)
        .join('、')} 等 ${rows.length} 项`
    : rows.map(({ name }) => name).join('、')
