import { dayjs } from '#web/ui/dayjs.ts'
import { MinutePicker } from '#web/ui/minute-picker.tsx'

export interface MomentFieldProps {
  id?: string
  /** A day (2026-12-01) or, with `time`, a minute (2026-12-01T09:30), in Beijing time. */
  value?: string | undefined
  onChange?: (value: string | undefined) => void
  time?: boolean
  disabled?: boolean
}

/** The picker imports the calendar: load it lazily. */
export const MomentPicker = ({ id, value, onChange, time, disabled }: MomentFieldProps) => (
  <MinutePicker
    id={id}
    className="moment"
    {...(!time && { showTime: false, format: 'YYYY-MM-DD', placeholder: '请选择日期' })}
    // The field's text has no time zone; other code reads it as Beijing time.
    value={value ? dayjs(value) : null}
    onChange={next => onChange?.(next?.format(time ? 'YYYY-MM-DDTHH:mm' : 'YYYY-MM-DD'))}
    disabled={disabled}
  />
)
