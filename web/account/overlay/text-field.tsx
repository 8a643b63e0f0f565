import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

export interface TextFieldProps {
  label: string
  name: string
  value: string
  problem: string | undefined
  onChange: (value: string) => void
  onLeave: () => void
  hint?: ReactNode
  /** At the right, inside the frame. */
  action?: ReactNode
  /** Below the frame, before a problem. */
  below?: ReactNode
  input?: InputHTMLAttributes<HTMLInputElement>
}

export function TextField({
  label,
  name,
  value,
  problem,
  onChange,
  onLeave,
  hint,
  action,
  below,
  input,
}: TextFieldProps) {
  const id = useId()
  return (
    <div className="field" data-invalid={problem ? '' : undefined}>
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {hint && <span className="field-hint">{hint}</span>}
      </div>
      <div className="field-frame">
        <input
          id={id}
          name={name}
          value={value}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={event => onChange(event.target.value)}
          onBlur={onLeave}
          {...input}
        />
        {action}
      </div>
      {below}
      {problem && (
        <p className="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
