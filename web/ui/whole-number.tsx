import './whole-number.css'
import { type ReactNode, useRef, useState } from 'react'
import { parseDigits } from './whole.ts'

interface WholeNumberProps {
  id?: string | undefined
  className?: string
  value?: number | null
  /** Gets null while the input is blank, and NaN while its text is not a number, which must not pass for a blank. */
  onChange?: (value: number | null) => void
  /** The unit. */
  suffix: ReactNode
  disabled?: boolean
  autoFocus?: boolean
  /** Set if the page shows a problem beside the number. */
  status?: 'error' | undefined
  'aria-label'?: string | undefined
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  'aria-required'?: boolean
}

const numberIn = (text: string) => (text.trim() === '' ? null : Number(parseDigits(text) || Number.NaN))
/** Returns the number, or null if there is none. */
const known = (value: number | null) => (Number.isNaN(value) ? null : value)

/**
 * An input for a whole number that keeps the typed text. It has no bounds, because the price beside it would then be that of a
 * number nobody typed: its users report numbers that are too small or too large. antd's own would bring its frame to pages that
 * otherwise start without antd.
 */
export function WholeNumber({
  value = null,
  onChange,
  suffix,
  className = '',
  status,
  autoFocus,
  'aria-invalid': invalid,
  ...field
}: WholeNumberProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const own = String(known(value) ?? '')
  const change = (text: string) => {
    setTyped(text)
    const next = numberIn(text)
    if (!Object.is(next, value)) onChange?.(next)
  }
  const step = (by: number) => change(String(Math.max(0, (value || 0) + by)))
  const button = (name: string, sign: string, by: number) => (
    <button
      type="button"
      aria-label={name}
      tabIndex={-1}
      disabled={field.disabled}
      // The input keeps the focus; for keyboard users the arrow keys do the same.
      onPointerDown={event => {
        event.preventDefault()
        input.current?.focus()
      }}
      onClick={() => step(by)}
    >
      {sign}
    </button>
  )
  return (
    <span className={`whole-number ${className}`}>
      <input
        {...field}
        ref={input}
        role="spinbutton"
        // biome-ignore lint/a11y/noAutofocus: a dialog's first field
        autoFocus={autoFocus}
        inputMode="numeric"
        autoComplete="off"
        aria-valuemin={0}
        aria-valuenow={known(value) ?? undefined}
        aria-invalid={invalid || status === 'error' || undefined}
        // The typed text remains as long as it has the same value, and an invalid text until it is corrected.
        value={known(numberIn(typed)) === known(value) ? typed : own}
        onChange={event => change(event.target.value)}
        onBlur={() => setTyped(own || typed)}
        onKeyDown={event => {
          const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
          if (!by) return
          event.preventDefault()
          step(by)
        }}
      />
      <span className="whole-number-unit">{suffix}</span>
      <span className="whole-number-steps">
        {button('减少', '−', -1)}
        {button('增加', '+', 1)}
      </span>
    </span>
  )
}
