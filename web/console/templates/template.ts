import type { OutputOf } from '#contract/index.ts'

export type Template = OutputOf<'getTemplateList'>['list'][number]

export function describeTemplate(
  { dept_path, days, device_limit, group_ids }: Template,
  groups: ReadonlyMap<string, string>,
): string {
  const names = group_ids.map(id => groups.get(id)).filter(name => name !== undefined)
  const parts = [
    dept_path && `部门 ${dept_path}`,
    days && `时长 ${days} 天`,
    device_limit !== null && `设备上限 ${device_limit} 台`,
    names.length > 0 && `专线组 ${names.join('、')}`,
  ].filter(Boolean)
  return parts.join('；') || '不改变任何内容'
}
