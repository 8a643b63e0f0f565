import './timeline.css'
import type { ReactNode } from 'react'
import { dateTime, fromNow } from './format.ts'
import type { Tone } from './states.ts'

export interface TimelineEntry {
  /** What happened. */
  what: ReactNode
  tone?: Tone
  /** An instant. */
  at?: string
  detail?: ReactNode
  /** Who did it, and from where. */
  by?: ReactNode
}

interface TimelineProps {
  entries: readonly TimelineEntry[]
  'aria-label'?: string
  'aria-labelledby'?: string
}

/** What happened, in the order in which it is given. */
export const Timeline = ({ entries, ...named }: TimelineProps) => (
  <ol className="timeline" {...named}>
    {entries.map(({ what, tone = 'idle', at, detail, by }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: what happened has no id and does not change
      <li key={`${at}:${index}`} data-tone={tone}>
        <p>
          <strong>{what}</strong>
          {at && (
            <time dateTime={at} title={fromNow(at)}>
              {dateTime(at)}
            </time>
          )}
        </p>
        {detail && <p>{detail}</p>}
        {by && <p className="quiet figures">{by}</p>}
      </li>
    ))}
  </ol>
)
