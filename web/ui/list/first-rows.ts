import { startTransition, useEffect, useState } from 'react'
import { useDensity } from './density.ts'

/** The least height of a row, and of what stands above the rows, in pixels. */
const heights = { roomy: 56, dense: 36 }
const above = 340

/**
 * Draws what the window can show of a list at once, and the rest once that is on the screen: together they take twice as long. A list
 * that is not empty is never drawn without a row, however low the window is.
 */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [density] = useDensity()
  const [whole, setWhole] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    // A frame is painted after its callbacks, and before a timer that they set. The one after the first rows must not wait for the rest.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => startTransition(() => setWhole(true)))
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return whole ? rows : rows.slice(0, Math.max(1, Math.ceil((innerHeight - above) / heights[density])))
}
