import { Link } from 'react-router'
import { auditTarget } from '#contract/operations/audit-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { shortId } from './changes.ts'
import { placeOf } from './places.ts'

export type Audited = OperationOutput<'getAuditList'>['list'][number]

/** Links to an entry's target, by name if it has one. Everyone who may read the log may open these pages. */
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
