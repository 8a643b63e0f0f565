import { startTransition, useEffect, useState } from 'react'
import { useDensity } from './density.ts'

/** The least height of a row, and of what stands above the rows, in pixels. */
const heights = { roomy: 56, dense: 36 }
const above = 340

/** Draws what the window can show of a list at once, and the rest after that is painted: together they take twice as long. */
export function useFirstRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [density] = useDensity()
  const [whole, setWhole] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    // A frame is painted after its callbacks, and before a timer that they set.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setWhole(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return whole ? rows : rows.slice(0, Math.ceil((innerHeight - above) / heights[density]))
}
