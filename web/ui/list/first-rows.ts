import { startTransition, useEffect, useState } from 'react'
import { useDensity } from './density.ts'

/** The least height, in pixels, of a row and of the content above the rows. */
const heights = { roomy: 56, dense: 36 }
const above = 340

/**
 * Renders the rows that fit in the window first, and the rest once they are on the screen: together they take twice as long. At
 * least one row of a non-empty list is rendered, however low the window is.
 */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [density] = useDensity()
  const [whole, setWhole] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    // A frame is painted after its callbacks, and before a timer that they set. The frame after the first rows must not wait for
    // the rest.
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
