import './row-menu.css'
import type { ReactNode } from 'react'

interface RowButtonProps {
  /** Names the row as well, for people who can't see what the button stands beside. */
  label: string
  onClick: () => void
  /** Draws a border, for what is to be decided; `main` for the usual decision. */
  look?: 'outlined' | 'main' | undefined
  children: ReactNode
}

/** An action in a row of a list. Twenty of antd's buttons take longer than all other cells of the page together. */
export const RowButton = ({ label, onClick, look, children }: RowButtonProps) => (
  <button type="button" className="row-button" data-look={look} aria-label={label} onClick={onClick}>
    {children}
  </button>
)
