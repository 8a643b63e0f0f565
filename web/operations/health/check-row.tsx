import { Fragment } from 'react'
import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { healthLooks } from '#web/ui/states.ts'
import { useReachable } from '../reachable.ts'

type Check = OperationOutput<'getHealth'>['checks'][number]

export function CheckRow({ check }: { check: Check }) {
  const { title, state, limit, advice, measured, trouble, checked_at } = check
  return (
    <li>
      <div className="health-head">
        <StateTag state={healthLooks[state]} />
        <b>{title}</b>
        {checked_at && (
          <span className="quiet" title={dateTime(checked_at)}>
            {fromNow(checked_at)}
          </span>
        )}
      </div>
      <div>
        {trouble && <p>{trouble}</p>}
        {state === 'absent' && <p className="quiet">没有要检查的</p>}
        {measured.map(({ subject, shown, detail, ...each }) => (
          <p key={subject + detail}>
            {measured.length > 1 && <StateTag state={healthLooks[each.state]} />} {subject && `${subject} `}
            <b>{shown}</b>
            {detail && <span className="quiet"> {detail}</span>}
          </p>
        ))}
      </div>
      <div className="health-advice">
        <p className="quiet">{limit}</p>
        <p>
          <Advice text={advice} />
        </p>
      </div>
    </li>
  )
}

/** Shows what to do. The pages that it names in quotation marks are links. */
function Advice({ text }: { text: string }) {
  const reachable = useReachable()
  return text.split(/(?<=“)(.*?)(?=”)/).map((part, place) => {
    const page = reachable.find(({ name }) => name === part)
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text
    return <Fragment key={place}>{page ? <Link to={page.path}>{part}</Link> : part}</Fragment>
  })
}
