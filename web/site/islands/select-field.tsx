import { useId } from 'react'

interface SelectFieldProps {
  label: string
  name: string
  value: string
  problem: string | undefined
  onChange: (value: string) => void
  onLeave: () => void
  choices: { value: string; label: string }[]
}

/** A list of choices, in the frame of the account's text fields. */
export function SelectField({ label, name, value, problem, onChange, onLeave, choices }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="field" data-invalid={problem ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="field-frame">
        <select
          id={id}
          name={name}
          value={value}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={event => onChange(event.target.value)}
          onBlur={onLeave}
        >
          <option value="">请选择</option>
          {choices.map(choice => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </div>
      {problem ? (
        <p className="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
