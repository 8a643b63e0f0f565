import type { Figure } from '../figures.ts'
import { combined, type Measured, type Times } from './measure.ts'

/**
 * Milliseconds at the 95th percentile. Nobody notices a call below `floor`, and a difference below `minDifference` is noise: two
 * runs of the same code differ by as much. Neither is hidden: such a line shows its ratio and the reason why it has no target.
 */
const floor = 5
const minDifference = 2
const maxRatio = 1.5
type Percentiles = Record<'small' | 'large', Pick<Times, 'p50' | 'p95'>>

/** Explains why nobody would notice a ratio above the target. */
function excuse({ small, large }: Percentiles): string | undefined {
  if (large.p95 <= small.p95 * maxRatio) return undefined
  if (large.p95 <= floor) return `below ${floor} ms`
  if (large.p95 - small.p95 <= minDifference) return `differs by less than ${minDifference} ms`
  return undefined
}

const showsMore = ({ small, large }: Measured) => large.rows > small.rows
export const missesTarget = (measured: Measured) =>
  !excuse(measured) && !showsMore(measured) && measured.large.p95 > measured.small.p95 * maxRatio

/** The target applies to each call, with all of its queries run equally often. */
export function callFigures(measured: Measured[]): Figure[] {
  const perCall = Map.groupBy(measured, ({ call }) => call)
  return [...perCall].map(([call, questions]) =>
    figure({
      name: questions.length > 1 ? `${call}, its ${questions.length} questions` : call,
      percentiles: { small: combined(questions, 'small'), large: combined(questions, 'large') },
    }),
  )
}

/** Reports one query. If the large company answers it with more rows, its ratio is shown but has no target. */
export function queryFigure(measured: Measured): Figure {
  const { name, small, large } = measured
  const processor = `processor ${small.processor.toFixed(1)} → ${large.processor.toFixed(1)} ms`
  return figure({
    name,
    percentiles: measured,
    processor,
    more: showsMore(measured) && `${small.rows} → ${large.rows} rows`,
  })
}

function figure({
  name,
  percentiles,
  ...notes
}: {
  name: string
  percentiles: Percentiles
  processor?: string
  more?: string | false
}): Figure {
  const { small, large } = percentiles
  const p50 = `p50 ${small.p50.toFixed(1)} → ${large.p50.toFixed(1)} ms`
  const p95 = `p95 ${small.p95.toFixed(1)} → ${large.p95.toFixed(1)} ms`
  const why = notes.more || excuse(percentiles)
  const note = [p50, p95, notes.processor, why].filter(Boolean).join(', ')
  return { name, result: large.p95 / small.p95, unit: '×', note, ...(!why && { atMost: maxRatio }) }
}
