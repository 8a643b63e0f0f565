import { always, isEnded } from '#contract/access-times.ts'
import { lineGroups } from '#contract/line-names.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { refuseViolation } from '#server/database/violation.ts'
import { groupRestored } from './events.ts'
import { contentOf, settle } from './group-change.ts'
import { recordGroupLog } from './group-log.ts'
import { keepLines } from './group-members.sql.ts'
import { countGroups, insertGroupAgain, lockGroup } from './groups.sql.ts'
import { type Content, groupDeletionUndo, groupUndo } from './undo.ts'

const sameIds = (one: string[], other: string[]) => {
  const ids = new Set(one)
  return ids.size === other.length && other.every(id => ids.has(id))
}
/** Grants without times are not included. */
const timesOf = ({ times }: Content) => Object.entries(times).map(([id, { until, hours }]) => `${id} ${until} ${hours}`)

const isSame = (one: Content, other: Content) =>
  sameIds(one.lineIds, other.lineIds) &&
  sameIds(one.departmentIds, other.departmentIds) &&
  sameIds(one.employeeIds, other.employeeIds) &&
  sameIds(timesOf(one), timesOf(other))

/** A grant that has ended since it was taken out stays out: it would be recorded as given, and a minute later as lost. */
function restorable(content: Content, held: Content): Content {
  const now = Date.now()
  const heldIds = new Set([...held.departmentIds, ...held.employeeIds])
  const stays = (id: string) => heldIds.has(id) || !isEnded(content.times[id] ?? always, now)
  const [departmentIds, employeeIds] = [content.departmentIds.filter(stays), content.employeeIds.filter(stays)]
  return { ...content, departmentIds, employeeIds }
}

const none: Content = { lineIds: [], departmentIds: [], employeeIds: [], times: {} }

/** A released line, or a department or a person that is gone, can't be put back into a group. */
async function putBack(company: Database, companyId: string, content: Content, work: () => Promise<unknown>) {
  if ((await keepLines(company, companyId, content.lineIds)) < content.lineIds.length)
    throw new Refusal(-54004, '组内的专线已有释放的')
  await work().catch(refuseViolation(() => new Refusal(-54004, '授权的部门或员工已不存在')))
}

groupUndo.carryOut(async (company, { membership, payload: { group_id, before, after }, changedSince }) => {
  const { companyId } = membership
  const group = orRefuse(await lockGroup(company, companyId, group_id), -54004, '专线组已被删除')
  const changed = (await changedSince([group_id])).size || !isSame(await contentOf(company, companyId, group_id), after)
  if (changed) throw new Refusal(-54004, '专线组此后又有改动')
  const restored = restorable(before, after)
  const change = { before: after, after: restored }
  await putBack(company, companyId, restored, () => settle(company, companyId, group, change, '（撤销修改）'))
})

groupDeletionUndo.carryOut(
  async (company, { membership, payload: { content, template_ids: templateIds, ...group } }) => {
    const { companyId } = membership
    if (!(await insertGroupAgain(company, companyId, group))) {
      const full = (await countGroups(company, companyId)) >= lineGroups
      throw new Refusal(-54004, full ? `已有 ${lineGroups} 个专线组` : '已有同名的专线组')
    }
    // Templates are locked before the departments that the group gets back, as where a department is deleted.
    await groupRestored.publish(company, { companyId, groupId: group.group_id, templateIds })
    const entry = { action: 'group.added' as const, groupIds: [group.group_id], detail: `「${group.name}」撤销删除` }
    await recordGroupLog(company, companyId, entry)
    const restored = restorable(content, none)
    await putBack(company, companyId, restored, () =>
      settle(company, companyId, group, { before: none, after: restored }, '（撤销删除）'),
    )
  },
)
