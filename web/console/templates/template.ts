import type { OutputOf } from '#contract/index.ts'

export type Template = OutputOf<'getTemplateList'>['list'][number]

export function describeTemplate(
  { dept_path, days, device_limit, group_ids }: Template,
  groups: ReadonlyMap<string, string>,
): string {
  // Until their names are known, or where they can't be read, the groups are counted.
  const names = group_ids.every(id => groups.has(id))
    ? group_ids.map(id => groups.get(id)).join('、')
    : `${group_ids.length} 个`
  const parts = [
    dept_path && `部门 ${dept_path}`,
    days && `时长 ${days} 天`,
    device_limit !== null && `设备上限 ${device_limit} 台`,
    group_ids.length > 0 && `专线组 ${names}`,
  ].filter(Boolean)
  return parts.join('；') || '不改变任何内容'
}
