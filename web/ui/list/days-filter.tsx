import { DatePicker } from 'antd'
import { chinaNow } from '#web/ui/china-time.ts'
import { dayjs } from '#web/ui/dayjs.ts'
import type { Taken } from '../later.tsx'

export interface DaysFilterProps {
  /** Names the event that happened on these days: 下单日期. */
  label: string
  /** The event lies in the future. */
  ahead?: true
  from: string | undefined
  to: string | undefined
  onChange: (days: { from: string | undefined; to: string | undefined }) => void
}

const presetsAhead = () =>
  [7, 30, 90].map(days => ({
    label: `未来 ${days} 天`,
    value: [chinaNow(), chinaNow().add(days - 1, 'day')] as [dayjs.Dayjs, dayjs.Dayjs],
  }))

const presets = () => {
  const today = chinaNow()
  const month = today.startOf('month')
  const last = month.subtract(1, 'month')
  return [
    { label: '最近 7 天', value: [today.subtract(6, 'day'), today] as const },
    { label: '最近 30 天', value: [today.subtract(29, 'day'), today] as const },
    { label: '本月', value: [month, today] as const },
    { label: '上月', value: [last, last.endOf('month')] as const },
    { label: '今年', value: [today.startOf('year'), today] as const },
  ].map(({ label, value: [from, to] }) => ({ label, value: [from, to] as [typeof from, typeof to] }))
}

const dayOf = (text: string | undefined) => (text ? dayjs(text) : null)

/** A range of days in China, both inclusive; either may be open. It imports the calendar: `LazyDaysFilter` loads it. */
export const DaysFilter = ({ label, ahead, from, to, onChange, ...taken }: DaysFilterProps & Partial<Taken>) => (
  <DatePicker.RangePicker
    {...taken}
    className="days-filter"
    classNames={{ popup: { root: 'days-popup' } }}
    aria-label={label}
    placeholder={[`${label}从`, '到']}
    allowEmpty={[true, true]}
    presets={ahead ? presetsAhead() : presets()}
    value={[dayOf(from), dayOf(to)]}
    disabledDate={date => !ahead && date.isAfter(chinaNow(), 'day')}
    onChange={days => onChange({ from: days?.[0]?.format('YYYY-MM-DD'), to: days?.[1]?.format('YYYY-MM-DD') })}
  />
)
