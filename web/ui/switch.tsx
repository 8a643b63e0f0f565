import './switch.css'
import type { ComponentProps } from 'react'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'onChange'> {
  /** The choice is being saved: the switch keeps the focus and takes no other choice until then. */
  loading?: boolean
  onChange?: (on: boolean) => void
}

/** A choice that takes effect immediately, or a yes or no in a form; a native checkbox. */
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
    // A disabled field would lose the user's focus.
    disabled={disabled && !loading}
    onChange={event => {
      if (!loading) onChange?.(event.target.checked)
    }}
  />
)
