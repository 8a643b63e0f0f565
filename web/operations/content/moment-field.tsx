import { Input } from 'antd'
import { lazy, Suspense } from 'react'
import type { MomentFieldProps } from './moment-picker.tsx'

const MomentPicker = lazy(async () => ({ default: (await import('./moment-picker.tsx')).MomentPicker }))

/** A field for a day or a minute. */
export const MomentField = (props: MomentFieldProps) => (
  <Suspense fallback={<Input disabled id={props.id} />}>
    <MomentPicker {...props} />
  </Suspense>
)
