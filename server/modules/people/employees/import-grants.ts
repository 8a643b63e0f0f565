import { lineGroupMembers, maxGroupsForNewPerson } from '#contract/line-names.ts'
import type { Group } from './adding.sql.ts'

interface GrantCells {
  days: string
  groups: string
}

/** Separators that people use between names; a name that contains one is found as a whole cell. */
const separators = /[、，,；;\n]/

/**
 * Checks, row by row, what people get beside their place on the list: the groups that a cell names, the room that these have left,
 * and what is left of the balance after the rows above. Only a row without other problems uses up either.
 */
export function grantChecker(groups: Group[], balance: number) {
  const groupOf = new Map(groups.map(group => [group.name, group]))
  const room = new Map(groups.map(({ group_id, people }) => [group_id, lineGroupMembers - people]))
  let left = balance
  return (
    { days, groups: cell }: GrantCells,
    good: boolean,
  ): { groupIds: string[]; problems: [field: 'days' | 'groups', text: string][] } => {
    const problems: [field: 'days' | 'groups', text: string][] = []
    const text = cell.trim()
    const whole = groupOf.get(text)
    const names = whole ? [text] : [...new Set(text.split(separators).map(name => name.trim()))].filter(Boolean)
    const unknown = names.filter(name => !groupOf.has(name))
    if (unknown.length) problems.push(['groups', `专线组不存在：${unknown.join('、')}`])
    if (names.length > maxGroupsForNewPerson)
      problems.push(['groups', `每人一次最多 ${maxGroupsForNewPerson} 个专线组`])
    const named = names.flatMap(name => groupOf.get(name) ?? [])
    const full = named.filter(({ group_id }) => !room.get(group_id))
    if (full.length)
      problems.push([
        'groups',
        `专线组「${full.map(({ name }) => name).join('、')}」已满，一组最多单独添加 ${lineGroupMembers} 人`,
      ])
    const requestedDays = Number(days || 0)
    if (good && !problems.length && requestedDays > left)
      problems.push(['days', `企业剩余时长不足：前面各行之后只剩 ${left} 人天，这一行要 ${requestedDays} 人天`])
    if (good && !problems.length) {
      left -= requestedDays
      for (const { group_id } of named) room.set(group_id, (room.get(group_id) ?? 0) - 1)
    }
    return { groupIds: named.map(({ group_id }) => group_id), problems }
  }
}
