import { chinaNow, fromPicker, toPicker } from '#web/ui/china-time.ts'
import { MinutePicker } from '#web/ui/minute-picker.tsx'

interface GuestUntilProps {
  id?: string
  value?: string | null
  onChange?: (until: string | null) => void
}

/** Chooses the end of a guest's employment; without a value the person is not a guest. */
export const GuestUntil = ({ id, value, onChange }: GuestUntilProps) => (
  <MinutePicker
    id={id}
    usualTime="18:00"
    showNow={false}
    placeholder="不是访客"
    value={value ? toPicker(value) : null}
    minDate={chinaNow()}
    presets={[7, 30, 90].map(days => ({ label: `${days} 天后`, value: chinaNow().add(days, 'day') }))}
    onChange={picked => onChange?.(picked ? fromPicker(picked) : null)}
    style={{ width: 220 }}
  />
)
