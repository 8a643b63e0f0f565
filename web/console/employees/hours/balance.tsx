import '#web/ui/tiles.css'
import './hours.css'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { session } from '#web/data/session.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useReloadOnChange } from '#web/data/use-reload-on-change.ts'
import { count } from '#web/ui/format.ts'
import { RetryNote } from '#web/ui/retry-note.tsx'

/**
 * The figures of the company's service time. The bar above shows the same balance. `round` increases after a change on the page.
 */
export function Balance({ round }: { round: number }) {
  const { data, refused, current, reload } = useRemembered('getServiceBalance', {})
  useReloadOnChange(round, reload)
  useEffect(() => {
    if (data && current) session.setRemainDays(data.balance)
  }, [data, current])
  const figures = [
    { label: '可分配', value: data?.balance, unit: '人天', tone: data?.balance === 0 ? 'warn' : undefined },
    { label: '已分配未用', value: data?.assigned_days, unit: '人天' },
    ...(data?.reserved_days ? [{ label: '已预留（待加入）', value: data.reserved_days, unit: '人天' }] : []),
    {
      label: '服务中',
      value: data?.employees_in_service,
      unit: '人',
      to: `${paths.employees}?state=active&service=in_service`,
    },
    { label: '7 天内到期', value: data?.ends_within_7, unit: '人', tone: data?.ends_within_7 ? 'warn' : undefined },
    { label: '30 天内到期', value: data?.ends_within_30, unit: '人' },
  ]
  if (refused && !data)
    return (
      <p className="quiet" role="alert">
        <RetryNote refused={refused} reload={reload} />
      </p>
    )
  return (
    <dl className="tiles balance" tabIndex={0} aria-busy={!data}>
      {figures.map(({ label, value, unit, tone, to }) => (
        <div key={label} data-tone={tone}>
          <dt>{label}</dt>
          <dd>
            {value === undefined ? '–' : to ? <Link to={to}>{count(value)}</Link> : count(value)}
            <small>{unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}
