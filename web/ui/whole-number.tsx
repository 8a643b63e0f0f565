import { type GetRef, InputNumber } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { digitsOf } from './whole.ts'

const steps = [
  ['up', '增加'],
  ['down', '减少'],
] as const

interface WholeNumberProps {
  id?: string
  className?: string
  value?: number | null
  onChange?: (value: number | null) => void
  suffix: ReactNode
  autoFocus?: boolean
  /** What is wrong with the number stands beside it. */
  status?: 'error'
  'aria-label'?: string
  'aria-describedby'?: string
}

/**
 * A whole number that stays as it was typed. Given bounds, antd keeps a number beyond them to itself while it is typed and makes
 * another one of it when the field is left: what is shown beside it would be the price of a number that nobody typed.
 * So there are none here, and whoever asks says what is too little or too much.
 */
export function WholeNumber({ value, onChange, ...field }: WholeNumberProps) {
  const box = useRef<GetRef<typeof InputNumber>>(null)
  // antd names its two steps in English and takes no other names.
  useEffect(() => {
    for (const [step, name] of steps)
      box.current?.nativeElement.querySelector(`.ant-input-number-action-${step}`)?.setAttribute('aria-label', name)
  }, [])
  return (
    <InputNumber<string | number>
      {...field}
      ref={box}
      aria-invalid={field.status === 'error' || undefined}
      min={0}
      precision={0}
      parser={digitsOf}
      inputMode="numeric"
      value={value ?? null}
      onChange={next => onChange?.(next === null || next === '' ? null : Number(next))}
    />
  )
}
