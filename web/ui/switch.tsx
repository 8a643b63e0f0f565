import './switch.css'
import type { ComponentProps } from 'react'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'onChange'> {
  /** What was chosen is being saved: it keeps the focus, and takes no other choice until then. */
  loading?: boolean
  onChange?: (on: boolean) => void
}

/** A choice that takes effect at once, or a yes or no in a form, as the browser's own checkbox. */
export const Switch = ({ checked = false, loading = false, disabled, onChange, ...rest }: SwitchProps) => (
  <input
    {...rest}
    type="checkbox"
    // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells by itself whether it is checked
    role="switch"
    className="toggle"
    checked={checked}
    aria-busy={loading}
    aria-disabled={loading}
    // A disabled field would lose the focus of whoever has just pressed it.
    disabled={disabled && !loading}
    onChange={event => {
      if (!loading) onChange?.(event.target.checked)
    }}
  />
)
