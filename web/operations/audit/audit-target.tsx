import { Link } from 'react-router'
import { auditTarget } from '#contract/operations/audit-names.ts'
import type { Audited } from './audit-page.tsx'
import { shortId } from './changes.ts'
import { placeOf } from './places.ts'

/** What an entry is about, by its name where it has one; who reads the log may open every page. */
export function AuditTarget({ entry }: { entry: Audited }) {
  const { kind, word, id } = auditTarget(entry.target)
  if (!id) return <>{word}</>
  const to = placeOf(kind, id)
  const name = entry.target_name ?? <code title={id}>{shortId(id)}</code>
  return (
    <span className="audit-target">
      <span className="quiet">{word}</span> {to ? <Link to={to}>{name}</Link> : name}
    </span>
  )
}
