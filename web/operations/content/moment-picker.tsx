import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'

export interface MomentFieldProps {
  id?: string
  /** A day, 2026-12-01, or with `time` a minute, 2026-12-01T09:30; of the clock in Beijing. */
  value?: string | undefined
  onChange?: (value: string | undefined) => void
  time?: boolean
  disabled?: boolean
}

/** Imports the calendar: load it lazily. */
export function MomentPicker({ id, value, onChange, time, disabled }: MomentFieldProps) {
  const [open, setOpen] = useState(false)
  return (
    <DatePicker
      id={id}
      className="moment"
      open={open}
      onOpenChange={setOpen}
      // While the calendar is open, Enter takes the moment that was typed, and does not send the form around it.
      onKeyDown={event => {
        if (event.key === 'Enter' && open) event.preventDefault()
      }}
      placeholder={time ? '请选择日期与时间' : '请选择日期'}
      showTime={time ? { format: 'HH:mm' } : false}
      format={time ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
      // The words of the field alone, without a time zone: they are read as Beijing's elsewhere.
      value={value ? dayjs(value) : null}
      onChange={next => onChange?.(next?.format(time ? 'YYYY-MM-DDTHH:mm' : 'YYYY-MM-DD'))}
      disabled={disabled}
    />
  )
}
