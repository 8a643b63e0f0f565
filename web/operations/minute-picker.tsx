import { DatePicker } from 'antd'
import { type ComponentProps, useState } from 'react'
import type { Dayjs } from '#web/ui/dayjs.ts'

type MinutePickerProps = Omit<ComponentProps<typeof DatePicker<Dayjs>>, 'open' | 'onOpenChange' | 'onKeyDown'>

/**
 * A picker for a minute, unless its props change that. In a form, the Enter key that accepts its value does not submit the form.
 */
export function MinutePicker(props: MinutePickerProps) {
  const [open, setOpen] = useState(false)
  return (
    <DatePicker
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      placeholder="请选择日期与时间"
      {...props}
      open={open}
      onOpenChange={setOpen}
      onKeyDown={event => {
        if (event.key === 'Enter' && open) event.preventDefault()
      }}
    />
  )
}
