import type { ReactElement, ReactNode } from 'react'
import { isSessionRefusal, type Refused } from '#web/data/answers.ts'
import { RetryNote } from './retry-note.tsx'

/** The state of a search that is repeated while its words are typed (`usePreview`). */
export interface SearchState {
  refused?: Refused | undefined
  waiting: boolean
  again: () => void
}

/** The state of a call that loads all options (`useCall`), as that of a search. */
export const asSearch = (called: { refused: Refused | undefined; loading: boolean; reload: () => void }) => ({
  refused: called.refused,
  waiting: called.loading,
  again: called.reload,
})

interface SearchOutcomeProps {
  found: SearchState
  /** Said when the search found nothing. */
  none: ReactNode
}

const failureOf = ({ refused, waiting }: SearchState) =>
  waiting || !refused || isSessionRefusal(refused) ? undefined : refused

/** Takes the place of a select's options: its search still runs, has failed and can be repeated, or has found nothing. */
export function SearchOutcome({ found, none }: SearchOutcomeProps) {
  const failed = failureOf(found)
  if (found.waiting) return '正在查找…'
  if (!failed) return none
  return (
    <span role="alert">
      <RetryNote refused={failed} again={found.again} />
    </span>
  )
}

/**
 * Returns the props of an antd select whose options are searched or loaded. A failure also shows below options that are known
 * otherwise, such as the chosen one. Opening the list again repeats the search, because its button can't be reached by keyboard.
 */
export function outcomeOf(found: SearchState, none: ReactNode, options: readonly unknown[] | undefined) {
  const failed = failureOf(found)
  const outcome = <SearchOutcome found={found} none={none} />
  return {
    notFoundContent: outcome,
    popupRender: (menu: ReactElement) => (
      <>
        {menu}
        {failed && options?.length ? <p className="select-failure">{outcome}</p> : null}
      </>
    ),
    onOpenChange(open: boolean) {
      if (open && failed) found.again()
    },
  }
}
