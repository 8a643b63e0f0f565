import { Input } from 'antd'
import { onDemandPart } from '#web/ui/lazy-part.tsx'
import type { MomentFieldProps } from './moment-picker.tsx'

/** A field for a day or a minute. */
export const MomentField = onDemandPart<MomentFieldProps>(
  async () => (await import('./moment-picker.tsx')).MomentPicker,
  {
    waiting: ({ id }) => <Input disabled id={id} />,
  },
)
