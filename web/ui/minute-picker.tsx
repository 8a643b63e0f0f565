import './minute-picker.css'
import { DatePicker } from 'antd'
import { type ComponentProps, type SyntheticEvent, useState } from 'react'
import { Button } from './button.tsx'
import { type Dayjs, dayjs } from './dayjs.ts'

type PickerProps = ComponentProps<typeof DatePicker<Dayjs>>
type MinutePickerProps = Omit<
  PickerProps,
  'open' | 'onOpenChange' | 'onKeyDown' | 'onBlur' | 'onChange' | 'minDate'
> & {
  onChange?: (picked: Dayjs | null) => void
  minDate?: Dayjs | undefined
  /** The time of a day that is chosen or typed without one, as HH:mm. */
  usualTime?: string
}

/**
 * A picker for a minute, unless its props change that. In a form, the Enter key that accepts its value does not submit the form.
 * What is chosen holds without 确定: otherwise a click outside of the calendar would drop it, and the form would
 * be sent without it.
 */
export function MinutePicker({ usualTime, onChange, minDate, ...props }: MinutePickerProps) {
  const [open, setOpen] = useState(false)
  /** The picker drops text that is not complete, so a day alone gets its time here. */
  function complete({ target }: SyntheticEvent): void {
    if (!(target instanceof HTMLInputElement) || props.showTime === false) return
    const picked = /^\d{4}-\d\d-\d\d$/.test(target.value) ? dayjs(`${target.value}T${usualTime ?? '00:00'}`) : undefined
    if (picked?.isValid() && !(minDate && picked.isBefore(minDate))) onChange?.(picked)
  }
  return (
    <DatePicker
      showTime={{ format: 'HH:mm', ...(usualTime && { defaultOpenValue: dayjs(`2026-01-01T${usualTime}`) }) }}
      format="YYYY-MM-DD HH:mm"
      placeholder="请选择日期与时间"
      classNames={{ popup: { root: 'minute-calendar' } }}
      needConfirm={false}
      renderExtraFooter={() => (
        <Button look="primary" size="small" onClick={() => setOpen(false)}>
          确定
        </Button>
      )}
      {...props}
      {...(minDate && { minDate })}
      onChange={picked => onChange?.(picked)}
      open={open}
      onOpenChange={setOpen}
      onBlur={complete}
      onKeyDown={event => {
        if (!open) return
        // It closes the calendar, not the popup that the field may be in.
        if (event.key === 'Escape') event.stopPropagation()
        if (event.key !== 'Enter') return
        event.preventDefault()
        complete(event)
      }}
    />
  )
}
