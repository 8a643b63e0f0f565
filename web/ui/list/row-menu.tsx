import './row-menu.css'
import type { CallName } from '#contract/index.ts'
import { type Subject, useMay } from '#web/data/may.ts'
import { type MenuAction, MenuButton } from '../menu-button.tsx'

export interface RowAction extends MenuAction {
  /** The call to which it leads; the action is hidden from users who may not make it. */
  call?: CallName
}

interface RowMenuProps {
  label: string
  /** A `null` between actions draws a divider. */
  actions: readonly (RowAction | null)[]
  /** The row's properties that determine what may be done with it. */
  about?: Subject
}

/** Leaves out dividers at the ends, and all but one of consecutive ones. */
const withoutIdleDividers = (actions: readonly (RowAction | null)[]) =>
  actions.filter((action, at) => action ?? (at > 0 && actions[at - 1] && actions.slice(at).some(Boolean)))

/** The further actions of a row; without any there is no button. */
export function RowMenu({ label, actions: all, about }: RowMenuProps) {
  const may = useMay()
  const actions = withoutIdleDividers(all.filter(action => !action?.call || may(action.call, about)))
  if (!actions.length) return null
  return (
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
}
