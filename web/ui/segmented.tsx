import './segmented.css'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { scrollAcross } from './scroll-across.ts'

interface SegmentedProps<Value extends string | number> {
  'aria-label': string
  options: readonly { value: Value; label: ReactNode }[]
  /** A form passes this, `onChange` and `id` to its field. */
  value?: Value | undefined
  onChange?: (value: Value) => void
  id?: string
  className?: string
  /** Takes the full width, in equal parts. */
  block?: boolean
  disabled?: boolean
}

/** A choice of a few words side by side. antd's own brings the code that positions tooltips. */
export function Segmented<Value extends string | number>({
  'aria-label': label,
  options,
  value,
  onChange,
  id,
  className = '',
  block = false,
  disabled = false,
}: SegmentedProps<Value>) {
  const name = useId()
  const group = useRef<HTMLDivElement>(null)
  // On a phone the words may be wider than the screen; the address may have chosen the last of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value is at another place
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const chosen = group.current?.querySelector(':checked')
      const strip = [group.current, group.current?.parentElement].find(
        each => each && each.scrollWidth > each.clientWidth,
      )
      if (chosen && strip) scrollAcross(strip, chosen)
    })
    return () => cancelAnimationFrame(frame)
  }, [value])
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      id={id}
      className={`segmented ${className}`}
      data-block={block ? '' : undefined}
    >
      {options.map(option => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChange?.(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
