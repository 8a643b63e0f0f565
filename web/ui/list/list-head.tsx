import './list.css'
import './list-tools.css'
import type { ReactNode } from 'react'

/** A list page's title, an introductory line, and its main buttons. */
export const ListHead = ({ title, text, children }: { title: string; text?: ReactNode; children?: ReactNode }) => (
  <header className="list-head">
    <div>
      <h1>{title}</h1>
      {text && <p className="quiet">{text}</p>}
    </div>
    {children && <div className="row">{children}</div>}
  </header>
)
