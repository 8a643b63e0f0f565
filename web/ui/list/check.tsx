import { useEffect, useRef } from 'react'

interface CheckProps {
  label: string
  checked: boolean
  some?: boolean
  disabled?: boolean
  /** `range` is true when Shift was held: everything between the last ticked row and this one is meant. */
  onChange: (on: boolean, range: boolean) => void
}

/**
 * The checkbox of a row. The browser's own renders immediately, whereas antd's takes a tenth of the rendering time of a page of
 * rows.
 */
export function Check({ label, checked, some = false, disabled, onChange }: CheckProps) {
  const input = useRef<HTMLInputElement>(null)
  const range = useRef(false)
  useEffect(() => {
    if (input.current) input.current.indeterminate = some
  }, [some])
  return (
    // A press beside the small box ticks it too, instead of opening the row.
    <label className="check-area">
      <input
        ref={input}
        type="checkbox"
        className="check"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onClick={event => {
          range.current = event.shiftKey
        }}
        onChange={event => {
          onChange(event.target.checked, range.current)
          range.current = false
        }}
      />
    </label>
  )
}
