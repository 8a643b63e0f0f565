import { type ReactNode, useId } from 'react'

interface FieldProps {
  label: string
  problem: string | undefined
  hint?: ReactNode
  /** Shown at the right inside the frame. */
  action?: ReactNode
  /** Shown below the frame, above a problem. */
  below?: ReactNode
  /** Renders the input; the argument ties it to its label and its problem. */
  children: (tied: {
    id: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}

/** A label, a frame around an input, and the problem with its value. */
export function Field({ label, problem, hint, action, below, children }: FieldProps) {
  const id = useId()
  return (
    <div className="field" data-invalid={problem ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="field-frame">
        {children({
          id,
          'aria-invalid': problem ? true : undefined,
          'aria-describedby': problem ? `${id}-problem` : undefined,
        })}
        {action}
      </div>
      {/* It is shown beside the label, but a link in it must not stand between two fields that are filled in one after the other. */}
      {hint && <span className="field-hint">{hint}</span>}
      {below}
      {problem && (
        <p className="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
