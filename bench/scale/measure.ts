/** Milliseconds. */
export interface Times {
  p50: number
  p95: number
  /** Processor time of a call, portal and database, on average. */
  processor: number
}

export interface Measured {
  name: string
  call: string
  small: Side
  large: Side
}

interface Side extends Times {
  /** That were answered. */
  rows: number
  /** Milliseconds of each call, as many as of any other question. */
  values: number[]
}

interface Block {
  values: number[]
  processor: number
  rows: number
}

/** After so many a connection has each statement prepared and planned for good. */
const warmUp = 12
/** Calls of each side in one block. */
const blockOf = 40

/** One side's question. Answers how many rows there were. */
export interface Asker {
  ask(): Promise<number>
  /** A look at who works for it now; answers the milliseconds of processor time that they have used so far. */
  processor(): () => number
}

export interface Question {
  name: string
  call: string
  sides: Record<'small' | 'large', Asker>
}

/**
 * Both sides' calls in turn, so that a machine's moods touch both alike. What others do on the machine shows in the 95th
 * percentile of any block, so each side's is that of its quietest block. What misses its target is given as many blocks again,
 * twice: others go away, what the data costs stays.
 */
export async function measure(
  questions: Question[],
  { blocks, misses }: { blocks: number; misses: (measured: Measured) => boolean },
): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const { name, call, sides } of questions) {
    await alternate(sides, warmUp)
    const taken: Record<'small' | 'large', Block>[] = []
    const side = (side: 'small' | 'large') =>
      quietest(
        taken.map(block => block[side]),
        blocks,
      )
    const result = (): Measured => ({ name, call, small: side('small'), large: side('large') })
    for (let block = 0; block < blocks * 3 && (block < blocks || misses(result())); block += 1)
      taken.push(await alternate(sides, blockOf))
    measured.push(result())
  }
  return measured
}

async function alternate(sides: Question['sides'], times: number): Promise<Record<'small' | 'large', Block>> {
  const taken: Record<'small' | 'large', Block> = {
    small: { values: [], processor: 0, rows: 0 },
    large: { values: [], processor: 0, rows: 0 },
  }
  const processor = { small: sides.small.processor(), large: sides.large.processor() }
  for (let round = 0; round < times; round += 1)
    for (const side of ['small', 'large'] as const) {
      const block = taken[side]
      const before = processor[side]()
      const began = performance.now()
      block.rows = await sides[side].ask()
      block.values.push(performance.now() - began)
      block.processor += (processor[side]() - before) / times
    }
  return taken
}

function quietest(blocks: Block[], first: number): Side {
  const times = blocks.map(({ values }) => timesOf(values))
  return {
    p50: Math.min(...times.map(({ p50 }) => p50)),
    p95: Math.min(...times.map(({ p95 }) => p95)),
    processor: Math.min(...blocks.map(({ processor }) => processor)),
    rows: blocks[0]?.rows ?? 0,
    values: blocks.slice(0, first).flatMap(({ values }) => values),
  }
}

/** Of one call, all that it is asked together. */
export const together = (measured: Measured[], side: 'small' | 'large') =>
  timesOf(measured.flatMap(of => of[side].values))

function timesOf(values: number[]): Pick<Times, 'p50' | 'p95'> {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}
