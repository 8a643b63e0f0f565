import type { OutputOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'
import { actorOf } from '../employees/people.ts'
import type { ManagerContext } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { type Content, effectOf } from './effect.ts'
import {
  departmentsOf,
  employeesOf,
  findGroup,
  type Group,
  type Held,
  insertGroupLog,
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
  return { lineIds: lines.map(({ id }) => id), departmentIds, employeeIds: employees.map(({ id }) => id) }
}

interface Change {
  groupId: string
  preview: boolean
  /** What the group holds afterwards; refuses what the company does not have, and keeps it from going meanwhile. */
  after: (database: Database, before: Content) => Promise<Content>
  /** Makes it so. Without it the difference is put in and taken out. */
  apply?: (transaction: Database, group: Group, actorName: string) => Promise<void>
}

/** Changes what a group holds and says who gains and loses by it; as a preview only says so. */
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
  if (preview) return (await reckon(company, await findGroup(company, companyId, groupId))).effect
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
    const told = async (verb: string, ids: string[]) => {
      if (ids.length) parts.push(`${verb}${label} ${named(await names(transaction, companyId, ids))}`)
    }
    // Named before they may be gone.
    await told('移出', removed)
    await told('加入', added)
    if (removed.length) await takeOut(transaction, companyId, group.id, what, removed)
    if (added.length) await putIn(transaction, companyId, group.id, what, added)
  }
  if (parts.length)
    await insertGroupLog(transaction, companyId, [group.id], actorName, `「${group.name}」${parts.join('；')}`)
}

const few = 5

const named = (rows: { name: string }[]): string =>
  rows.length > few
    ? `${rows
        .slice(0, few)
        .map(({ name }) => name)
        .join('、')} 等 ${rows.length} 项`
    : rows.map(({ name }) => name).join('、')
