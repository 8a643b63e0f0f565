import { useEffect } from 'react'
import type { RequestState } from './use-request.ts'
import { whileVisible } from './while-visible.ts'

/**
 * Reloads `ms` after the last answer while the page is visible; undefined pauses it. A reload waits for the previous
 * answer, because otherwise a slow call would be aborted again and again.
 */
export function usePolling({ loading, reload }: Omit<RequestState, 'refused'>, ms: number | undefined): void {
  useEffect(() => {
    if (loading || ms === undefined) return
    // whileVisible runs its task immediately, and this first run must not reload.
    let answered = true
    return whileVisible(() => {
      if (!answered) reload()
      answered = false
    }, ms)
  }, [loading, reload, ms])
}
