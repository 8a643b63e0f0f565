import type { ReactElement, ReactNode } from 'react'
import { isSessionRefusal } from '#web/data/answers.ts'
import type { RequestState } from '#web/data/use-request.ts'
import { RetryNote } from './retry-note.tsx'

interface SearchOutcomeProps {
  found: RequestState
  /** Said when the search found nothing. */
  none: ReactNode
}

const failureOf = ({ refused, loading }: RequestState) =>
  loading || !refused || isSessionRefusal(refused) ? undefined : refused

/** Takes the place of a select's options: its search still runs, has failed and can be repeated, or has found nothing. */
export function SearchOutcome({ found, none }: SearchOutcomeProps) {
  const failed = failureOf(found)
  if (found.loading) return '正在查找…'
  if (!failed) return none
  return (
    <span role="alert">
      <RetryNote refused={failed} reload={found.reload} />
    </span>
  )
}

/**
 * Returns the props of an antd select whose options are searched or loaded. A failure also shows below options that are known
 * otherwise, such as the chosen one. Opening the list again repeats the search, because its button can't be reached by keyboard.
 */
export function outcomeOf(found: RequestState, none: ReactNode, options: readonly unknown[] | undefined) {
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
      if (open && failed) found.reload()
    },
  }
}
