import type { Figure } from '../figures.ts'
import { type Measured, type Times, together } from './measure.ts'

/**
 * Milliseconds at the 95th percentile. Below the first nobody waits, and a difference below the second is the machine's mood:
 * two runs of the same differ by as much. Neither is hidden: such a line has its ratio and says why it has no target.
 */
const floor = 5
const leastDifference = 2
const mostRatio = 1.5
type Percentiles = Record<'small' | 'large', Pick<Times, 'p50' | 'p95'>>

/** Why a ratio above the target is none that anybody notices. */
function excuse({ small, large }: Percentiles): string | undefined {
  if (large.p95 <= small.p95 * mostRatio) return undefined
  if (large.p95 <= floor) return `below ${floor} ms`
  if (large.p95 - small.p95 <= leastDifference) return `differs by less than ${leastDifference} ms`
  return undefined
}

const showsMore = ({ small, large }: Measured) => large.rows > small.rows
export const misses = (measured: Measured) =>
  !excuse(measured) && !showsMore(measured) && measured.large.p95 > measured.small.p95 * mostRatio

/** What the target is about: each call, everything that it is asked equally often. */
export function ofCalls(measured: Measured[]): Figure[] {
  const byCall = Map.groupBy(measured, ({ call }) => call)
  return [...byCall].map(([call, questions]) =>
    figure({
      name: questions.length > 1 ? `${call}, its ${questions.length} questions` : call,
      of: { small: together(questions, 'small'), large: together(questions, 'large') },
    }),
  )
}

/** Each question for itself. One that the large company answers with more rows has its ratio, but no target of its own. */
export function ofQuestion(measured: Measured): Figure {
  const { name, small, large } = measured
  const processor = `processor ${small.processor.toFixed(1)} → ${large.processor.toFixed(1)} ms`
  return figure({ name, of: measured, processor, more: showsMore(measured) && `${small.rows} → ${large.rows} rows` })
}

function figure({
  name,
  of,
  ...notes
}: {
  name: string
  of: Percentiles
  processor?: string
  more?: string | false
}): Figure {
  const { small, large } = of
  const p50 = `p50 ${small.p50.toFixed(1)} → ${large.p50.toFixed(1)} ms`
  const p95 = `p95 ${small.p95.toFixed(1)} → ${large.p95.toFixed(1)} ms`
  const why = notes.more || excuse(of)
  const note = [p50, p95, notes.processor, why].filter(Boolean).join(', ')
  return { name, result: large.p95 / small.p95, unit: '×', note, ...(!why && { atMost: mostRatio }) }
}
