import { Link } from 'react-router'
import { type Change, changesOf, type Entry, type Written } from './changes.ts'

const One = ({ text, to }: Written) => (to ? <Link to={to}>{text}</Link> : text)

/** A side without a value for a field stays empty, which differs from “no” and “none”. */
function Side({ written = [] }: { written: Written[] | undefined }) {
  const [first] = written
  if (!first) return null
  if (written.length === 1) return <One {...first} />
  return (
    <ol>
      {written.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values do not change, and the same one may occur twice
        <li key={place}>
          <One {...one} />
        </li>
      ))}
    </ol>
  )
}

const Row = ({ change, both }: { change: Change; both: boolean }) => (
  <tr>
    <th scope="row">{change.label}</th>
    {both && (
      <td data-side="操作前">
        <Side written={change.before} />
      </td>
    )}
    <td data-side={both ? '操作后' : undefined}>
      <Side written={both ? change.after : (change.after ?? change.before)} />
    </td>
  </tr>
)

/** The changes of an entry, field by field and side by side. */
export function AuditChanges({ entry }: { entry: Entry }) {
  const changes = changesOf(entry)
  if (!changes.length) return <p className="quiet">这项操作没有记下改动的内容。</p>
  const present = { before: changes.some(({ before }) => before), after: changes.some(({ after }) => after) }
  const both = present.before && present.after
  return (
    <table className="audit-changes" data-both={both || undefined}>
      <thead>
        <tr>
          <th scope="col">项目</th>
          {both && <th scope="col">操作前</th>}
          <th scope="col">{present.after ? (both ? '操作后' : '内容') : '操作前'}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(change => (
          <Row key={change.field} change={change} both={both} />
        ))}
      </tbody>
    </table>
  )
}
