import './row-menu.css'
import type { ReactNode } from 'react'

interface RowButtonProps {
  /** Also names the row, for people who cannot see the button's surroundings. */
  label: string
  onClick: () => void
  /** Draws a border, for a decision; `main` for the usual one. */
  look?: 'outlined' | 'main' | undefined
  children: ReactNode
}

/** An action in a row of a list. Twenty antd buttons take longer to render than all other cells of the page together. */
export const RowButton = ({ label, onClick, look, children }: RowButtonProps) => (
  <button type="button" className="row-button" data-look={look} aria-label={label} onClick={onClick}>
    {children}
  </button>
)
