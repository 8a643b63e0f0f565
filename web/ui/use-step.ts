import { useEffect, useRef } from 'react'
import { cover, takeStep } from '#web/data/steps.ts'

/**
 * Lets the browser's Back close what is open; without `close` it stays. What the address opens takes its step where the address changes
 * (`useSearch`).
 */
export function useStep(open: boolean, close: (() => void) | undefined, byAddress: boolean): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!open) return
    if (!byAddress) takeStep()
    return cover(() => {
      latest.current?.()
      return latest.current !== undefined
    })
  }, [open, byAddress])
}
