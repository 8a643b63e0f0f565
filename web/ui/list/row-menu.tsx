import './row-menu.css'
import { type MenuAction, MenuButton } from '../menu-button.tsx'

export type RowAction = MenuAction

interface RowMenuProps {
  label: string
  /** A `null` between actions draws a divider. */
  actions: readonly (RowAction | null)[]
}

/** The further actions of a row. */
export const RowMenu = ({ label, actions }: RowMenuProps) => (
  <MenuButton label={label} actions={actions}>
    {props => (
      <button type="button" className="row-menu" aria-label={label} {...props}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="3" cy="8" r="1.3" />
          <circle cx="8" cy="8" r="1.3" />
          <circle cx="13" cy="8" r="1.3" />
        </svg>
      </button>
    )}
  </MenuButton>
)
