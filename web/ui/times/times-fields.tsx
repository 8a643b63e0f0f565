import './times.css'
import { TimePicker } from 'antd'
import {
  always,
  formatHours,
  type GrantTimes,
  parseHours,
  type WorkingHours,
  weekdays,
} from '#contract/access-times.ts'
import { Button } from '#web/ui/button.tsx'
import { chinaNow, fromPicker, toPicker } from '../china-time.ts'
import { dayjs } from '../dayjs.ts'
import { MinutePicker } from '../minute-picker.tsx'

interface TimesFieldsProps {
  /** The prefix of the fields' ids. */
  id: string
  /** Passed by a form, like `onChange`. */
  value?: GrantTimes
  onChange?: (times: GrantTimes) => void
}

const usual: WorkingHours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' }
const atTime = (time: string) => dayjs(`2026-01-01T${time}`)

/** Chooses the end of a grant, and the hours and weekdays on which it holds. */
export function TimesFields({ id, value: { until, hours } = always, onChange = () => {} }: TimesFieldsProps) {
  const working = hours ? parseHours(hours) : undefined
  const set = (changed: WorkingHours | undefined) => onChange({ until, hours: changed ? formatHours(changed) : null })
  return (
    <div className="times-fields">
      <label htmlFor={`${id}-until`}>到期时间（选填）</label>
      <MinutePicker
        id={`${id}-until`}
        usualTime="18:00"
        showNow={false}
        placeholder="不限"
        value={until ? toPicker(until) : null}
        minDate={chinaNow()}
        presets={[7, 30, 90].map(days => ({ label: `${days} 天后`, value: chinaNow().add(days, 'day') }))}
        onChange={picked => onChange({ until: picked ? fromPicker(picked) : null, hours })}
      />
      <span id={`${id}-hours`}>使用时段（北京时间）</span>
      <fieldset aria-labelledby={`${id}-hours`}>
        <div className="times-days">
          <button type="button" className="chip" aria-pressed={!working} onClick={() => set(undefined)}>
            全部时间
          </button>
          {weekdays.map((name, index) => (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={working?.days.includes(index + 1) ?? false}
              onClick={() => set(toggled(working, index + 1))}
            >
              {name}
            </button>
          ))}
          {/* It stays when pressed, because the focus is on it. */}
          <Button look="link" size="small" onClick={() => set(usual)}>
            工作日 9–18 点
          </Button>
        </div>
        {working && (
          <div className="times-span">
            <TimePicker
              aria-label="从"
              format="HH:mm"
              minuteStep={5}
              allowClear={false}
              needConfirm={false}
              value={atTime(working.from)}
              onChange={picked => picked && set({ ...working, from: picked.format('HH:mm') })}
            />
            <span>到{working.to <= working.from && '次日'}</span>
            <TimePicker
              aria-label="到"
              format="HH:mm"
              minuteStep={5}
              allowClear={false}
              needConfirm={false}
              value={atTime(working.to)}
              onChange={picked => picked && set({ ...working, to: picked.format('HH:mm') })}
            />
          </div>
        )}
      </fieldset>
    </div>
  )
}

/** Toggles a weekday; without any day left there is no limit to hours. */
function toggled(working: WorkingHours | undefined, day: number): WorkingHours | undefined {
  if (!working) return { ...usual, days: [day] }
  const days = working.days.includes(day) ? working.days.filter(each => each !== day) : [...working.days, day].sort()
  return days.length ? { ...working, days } : undefined
}
