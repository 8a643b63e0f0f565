import { Field } from '#web/ui/fields/field.tsx'

interface SelectFieldProps {
  label: string
  name: string
  value: string
  problem: string | undefined
  onChange: (value: string) => void
  onLeave: () => void
  choices: { value: string; label: string }[]
}

/** A select in the frame of the account's text fields. */
export const SelectField = ({ label, problem, name, value, onChange, onLeave, choices }: SelectFieldProps) => (
  <Field label={label} problem={problem}>
    {tied => (
      <select {...tied} name={name} value={value} onChange={event => onChange(event.target.value)} onBlur={onLeave}>
        <option value="">请选择</option>
        {choices.map(choice => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    )}
  </Field>
)
