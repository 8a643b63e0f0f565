import './parts.css'
import { Fragment } from 'react'

interface PartsProps {
  /** A fact that does not apply is false, null or empty. */
  of: readonly (string | false | null | undefined)[]
}

/** Facts in one line, separated by dots. If it must break, it breaks between two of them and not within a date, at its hyphens. */
export const Parts = ({ of: facts }: PartsProps) =>
  facts.filter(Boolean).map((fact, index, { length }) => (
    <Fragment key={fact || ''}>
      {index > 0 && ' '}
      <span className="part">
        {fact}
        {index < length - 1 && ' ·'}
      </span>
    </Fragment>
  ))
