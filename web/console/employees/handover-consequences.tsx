import type { OutputOf } from '#contract/index.ts'
import { day } from '#web/ui/format.ts'
import type { Employee } from './employee.ts'

export type Summary = OutputOf<'handOverEmployee'>

/** The effects, predicted (a preview) or actual, line by line. */
export function HandoverConsequences({
  employee,
  summary,
  remove,
}: {
  employee: Employee
  summary: Summary
  remove: boolean
}) {
  const { done, sessions_ended, devices_suspended, reclaimed_days, lines_handed, successor_name, successor_ends_at } =
    summary
  const will = done ? '已' : '将'
  const devices = remove ? employee.device_count : devices_suspended
  const end = successor_ends_at ? `，服务到 ${day(successor_ends_at)}` : ''
  const lines = [
    sessions_ended ? `${will}结束 ${employee.name} 的 ${sessions_ended} 处登录` : '没有登录需要结束',
    devices ? `${will}${remove ? '删除' : '暂停'} ${devices} 台设备` : '没有设备需要处理',
    reclaimed_days
      ? `${will}把 ${reclaimed_days} 天时长${successor_name ? `交给 ${successor_name}${end}` : '退回企业'}`
      : '没有可交接的整日时长',
    lines_handed
      ? `${will}把单独授权的 ${lines_handed} 条专线${successor_name ? `交给 ${successor_name}` : '收回，不再有人接手'}`
      : '没有单独授权的专线',
    remove ? `${will}移出企业，账号本身保留` : `${will}停用账号，可随时恢复`,
  ]
  return (
    <ul className="consequences">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
