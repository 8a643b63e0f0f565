import { useEffect } from 'react'
import { whileVisible } from './while-visible.ts'

/**
 * Reloads `ms` after the last answer while the page is visible; undefined pauses it. A reload waits for the previous
 * answer, because otherwise a slow call would be aborted again and again.
 */
export function usePolling(
  { loading, reload }: { loading: boolean; reload: () => void },
  ms: number | undefined,
): void {
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
