/** All times are in milliseconds. */
export interface Times {
  p50: number
  p95: number
  /** Average processor time of a call, portal and database together. */
  processor: number
}

export interface Measured {
  name: string
  call: string
  small: Side
  large: Side
}

interface Side extends Times {
  /** The number of rows in the answer. */
  rows: number
  /** The time of each call; every query has equally many. */
  values: number[]
}

interface Block {
  values: number[]
  processor: number
  rows: number
}

/** Calls after which a connection has prepared and planned each statement for good. */
const warmUp = 12
/** Calls of each side in one block. */
const blockSize = 40

/** Runs a query against one side. */
export interface QueryRunner {
  ask(): Promise<number>
  /** Finds its present processes; the result reads the processor time that they have used so far. */
  processor(): () => number
}

export interface MeasuredQuery {
  name: string
  call: string
  sides: Record<'small' | 'large', QueryRunner>
}

/**
 * Alternates between both sides, so that fluctuations of the machine affect both alike. Other load shows in the 95th percentile
 * of a block, so each side reports its quietest block. A query that misses its target gets as many blocks again, up to twice:
 * other load passes, the cost of the data stays.
 */
export async function measure(
  questions: MeasuredQuery[],
  { blocks, misses }: { blocks: number; misses: (measured: Measured) => boolean },
): Promise<Measured[]> {
  const results: Measured[] = []
  for (const { name, call, sides } of questions) {
    await alternate(sides, warmUp)
    const finished: Record<'small' | 'large', Block>[] = []
    const side = (side: 'small' | 'large') =>
      quietest(
        finished.map(block => block[side]),
        blocks,
      )
    const result = (): Measured => ({ name, call, small: side('small'), large: side('large') })
    for (let block = 0; block < blocks * 3 && (block < blocks || misses(result())); block += 1)
      finished.push(await alternate(sides, blockSize))
    results.push(result())
  }
  return results
}

async function alternate(sides: MeasuredQuery['sides'], times: number): Promise<Record<'small' | 'large', Block>> {
  const result: Record<'small' | 'large', Block> = {
    small: { values: [], processor: 0, rows: 0 },
    large: { values: [], processor: 0, rows: 0 },
  }
  const processor = { small: sides.small.processor(), large: sides.large.processor() }
  for (let round = 0; round < times; round += 1)
    for (const side of ['small', 'large'] as const) {
      const block = result[side]
      const before = processor[side]()
      const began = performance.now()
      block.rows = await sides[side].ask()
      block.values.push(performance.now() - began)
      block.processor += (processor[side]() - before) / times
    }
  return result
}

function quietest(blocks: Block[], first: number): Side {
  const times = blocks.map(({ values }) => percentiles(values))
  return {
    p50: Math.min(...times.map(({ p50 }) => p50)),
    p95: Math.min(...times.map(({ p95 }) => p95)),
    processor: Math.min(...blocks.map(({ processor }) => processor)),
    rows: blocks[0]?.rows ?? 0,
    values: blocks.slice(0, first).flatMap(({ values }) => values),
  }
}

/** Combines all queries of one call. */
export const combined = (measured: Measured[], side: 'small' | 'large') =>
  percentiles(measured.flatMap(of => of[side].values))

function percentiles(values: number[]): Pick<Times, 'p50' | 'p95'> {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}
