import { DatePicker } from 'antd'
import { chinaNow, fromPicker, toPicker } from '#web/ui/china-time.ts'
import { dayjs } from '#web/ui/dayjs.ts'

interface GuestUntilProps {
  id?: string
  value?: string | null
  onChange?: (until: string | null) => void
}

/** Chooses the end of a guest's employment; without a value the person is not a guest. */
export const GuestUntil = ({ id, value, onChange }: GuestUntilProps) => (
  <DatePicker
    id={id}
    showTime={{ format: 'HH:mm', defaultValue: dayjs('2026-01-01T18:00') }}
    format="YYYY-MM-DD HH:mm"
    placeholder="不是访客"
    value={value ? toPicker(value) : null}
    minDate={chinaNow()}
    presets={[7, 30, 90].map(days => ({ label: `${days} 天后`, value: chinaNow().add(days, 'day') }))}
    onChange={picked => onChange?.(picked ? fromPicker(picked) : null)}
    style={{ width: 220 }}
  />
)
