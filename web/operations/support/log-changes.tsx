import { recordedChanges } from './changes.ts'

/** The changes of an entry as old → new, by name. */
export const LogChanges = ({ action, detail }: { action: string; detail: string }) => {
  const changes = recordedChanges(action, detail)
  if (!changes.length) return <span className="quiet">—</span>
  return (
    <span className="log-changes">
      {changes.map(({ label, before, after }) => (
        <span key={label}>
          {label && <span className="quiet">{label} </span>}
          {before && <s>{before}</s>}
          {before && after && ' → '}
          {after}
        </span>
      ))}
    </span>
  )
}
