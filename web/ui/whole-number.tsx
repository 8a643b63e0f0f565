import { type GetRef, InputNumber } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { parseDigits } from './whole.ts'

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
  /** The page shows the problem beside the number. */
  status?: 'error'
  'aria-label'?: string
  'aria-describedby'?: string
}

/**
 * An input for a whole number that keeps what was typed. With bounds, antd would not report a number beyond them while
 * it is typed and would replace it on blur: the price shown beside it would be that of a number nobody typed. So it has
 * no bounds, and each user of it reports numbers that are too small or too large.
 */
export function WholeNumber({ value, onChange, ...field }: WholeNumberProps) {
  const input = useRef<GetRef<typeof InputNumber>>(null)
  // antd labels the two steps in English and offers no option for it.
  useEffect(() => {
    for (const [step, name] of steps)
      input.current?.nativeElement.querySelector(`.ant-input-number-action-${step}`)?.setAttribute('aria-label', name)
  }, [])
  return (
    <InputNumber<string | number>
      {...field}
      ref={input}
      aria-invalid={field.status === 'error' || undefined}
      min={0}
      precision={0}
      parser={parseDigits}
      inputMode="numeric"
      value={value ?? null}
      onChange={next => onChange?.(next === null || next === '' ? null : Number(next))}
    />
  )
}
