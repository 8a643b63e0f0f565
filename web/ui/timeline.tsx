import './timeline.css'
import type { ReactNode } from 'react'
import { dateTime, fromNow } from './format.ts'
import type { Tone } from './states.ts'

export interface TimelineEntry {
  what: ReactNode
  tone?: Tone
  /** The instant of the event. */
  at?: string
  detail?: ReactNode
  /** The actor and the place of origin. */
  by?: ReactNode
}

interface TimelineProps {
  entries: readonly TimelineEntry[]
  'aria-label'?: string
  'aria-labelledby'?: string
}

/** A list of events in the given order. */
export const Timeline = ({ entries, ...labelling }: TimelineProps) => (
  <ol className="timeline" {...labelling}>
    {entries.map(({ what, tone = 'idle', at, detail, by }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: events have no id and do not change
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
