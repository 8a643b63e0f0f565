import { useEffect, useRef } from 'react'

/** Asks again when `round` rises: somebody else on the page has changed something. */
export function useRound(round: number, reload: () => void): void {
  const before = useRef(round)
  useEffect(() => {
    if (before.current !== round) reload()
    before.current = round
  }, [round, reload])
}
