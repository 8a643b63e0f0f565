import { useEffect } from 'react'
import { whileShown } from './while-shown.ts'

/**
 * Asks again `ms` after the last answer, as long as the page is looked at; undefined rests. Never before the answer is there:
 * a slow one would be given up again and again.
 */
export function useAgain({ loading, reload }: { loading: boolean; reload: () => void }, ms: number | undefined): void {
  useEffect(() => {
    if (loading || ms === undefined) return
    // whileShown begins at once.
    let answered = true
    return whileShown(() => {
      if (!answered) reload()
      answered = false
    }, ms)
  }, [loading, reload, ms])
}
