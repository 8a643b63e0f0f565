import { type ReactNode, useId } from 'react'

export interface TickProps {
  name: string
  ticked: boolean
  problem: string | undefined
  onChange: (ticked: boolean) => void
}

/** A box of consent. It is never ticked beforehand: consent must be given, not assumed. */
export function Tick({
  name,
  ticked,
  problem,
  onChange,
  children,
  more,
}: TickProps & { children: ReactNode; more?: ReactNode }) {
  const id = useId()
  return (
    <div className="agreement" data-invalid={problem ? '' : undefined}>
      <input
        type="checkbox"
        id={id}
        name={name}
        checked={ticked}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={event => onChange(event.target.checked)}
      />
      <span>
        <label htmlFor={id}>{children}</label>
        {more}
      </span>
      {problem && (
        <p className="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
