import type { ReactNode } from 'react'
import { isSessionRefusal, type Refused } from '#web/data/answers.ts'
import { RetryNote } from './retry-note.tsx'

/** The state of a search that is repeated while its words are typed (`usePreview`). */
export interface SearchState {
  refused?: Refused | undefined
  waiting: boolean
  again: () => void
}

interface SearchOutcomeProps {
  found: SearchState
  /** Said when the search found nothing. */
  none: ReactNode
}

/** Takes the place of a select's options: its search still runs, has failed and can be repeated, or has found nothing. */
export function SearchOutcome({ found: { refused, waiting, again }, none }: SearchOutcomeProps) {
  if (waiting) return '正在查找…'
  if (!refused || isSessionRefusal(refused)) return none
  return (
    <span role="alert">
      <RetryNote refused={refused} again={again} />
    </span>
  )
}
