import { InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { count } from './format.ts'

/** The digits before anything else, no more than a number here can have. */
const digitsOf = (text: string | undefined) => /\d{1,9}/.exec(text ?? '')?.[0] ?? ''

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

export const within = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max

/** As a rule of antd's forms, beside `required`: “请输入 1 到 3,650 天”. */
export const between = (min: number, max: number, unit: string) => ({
  validator: (_rule: unknown, value: unknown) =>
    typeof value !== 'number' || within(value, min, max)
      ? Promise.resolve()
      : Promise.reject(new Error(`请输入 ${count(min)} 到 ${count(max)} ${unit}`)),
})
