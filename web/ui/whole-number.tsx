import { InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { digitsOf } from './whole.ts'

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
export const WholeNumber = ({ value, onChange, ...field }: WholeNumberProps) => (
  <InputNumber<string | number>
    {...field}
    aria-invalid={field.status === 'error' || undefined}
    min={0}
    precision={0}
    parser={digitsOf}
    inputMode="numeric"
    value={value ?? null}
    onChange={next => onChange?.(next === null || next === '' ? null : Number(next))}
  />
)
