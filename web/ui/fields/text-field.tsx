import type { InputHTMLAttributes, ReactNode } from 'react'
import { Field } from './field.tsx'

export interface TextFieldProps {
  label: string
  name: string
  value: string
  problem: string | undefined
  onChange: (value: string) => void
  onLeave: () => void
  hint?: ReactNode
  action?: ReactNode
  below?: ReactNode
  input?: InputHTMLAttributes<HTMLInputElement>
}

export const TextField = ({ name, value, onChange, onLeave, input, ...field }: TextFieldProps) => (
  <Field {...field}>
    {tied => (
      <input
        {...tied}
        name={name}
        value={value}
        onChange={event => onChange(event.target.value)}
        onBlur={onLeave}
        {...input}
      />
    )}
  </Field>
)
