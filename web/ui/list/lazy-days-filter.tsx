import { CalendarOutlined } from '@ant-design/icons'
import { useStandIn } from '../later.tsx'
import type { DaysFilterProps } from './days-filter.tsx'

const load = async () => (await import('./days-filter.tsx')).DaysFilter

/** The days filter. Its calendar is large, so a plain button holds its place until the pointer reaches it. */
export function LazyDaysFilter(props: DaysFilterProps) {
  const { Part, taken, standIn } = useStandIn(load)
  if (Part) return <Part {...props} {...taken} />
  const { label, from, to } = props
  return (
    <button type="button" className="days-filter days-stand-in" aria-haspopup="dialog" {...standIn}>
      <span>{from ?? `${label}从`}</span>
      <span aria-hidden="true">→</span>
      <span>{to ?? '到'}</span>
      <CalendarOutlined aria-hidden="true" />
    </button>
  )
}
