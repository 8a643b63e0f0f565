import { contract } from '#contract/index.ts'
import type { Portal } from '#server/portal.ts'
import { processorOf } from './processor.ts'
import type { Asked, Company, Room } from './room.ts'

export interface Pair {
  small: Company
  large: Company
}

/** Milliseconds. */
export interface Times {
  p50: number
  p95: number
  /** Processor time of a call, portal and database, on average. */
  processor: number
}

export interface Measured {
  name: string
  call: Asked['call']
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

/**
 * Both companies' calls in turn, so that a machine's moods touch both alike. What others do on the machine shows in the 95th
 * percentile of any block, so each side's is that of its quietest block. What misses its target is given as many blocks again,
 * twice: others go away, what the data costs stays.
 */
export async function measure(
  portal: Portal,
  rooms: Room[],
  pair: Pair,
  { blocks, postmaster, misses }: { blocks: number; postmaster: number; misses: (measured: Measured) => boolean },
): Promise<Measured[]> {
  const { system } = portal.services
  const measured: Measured[] = []
  for (const room of rooms) {
    const [small, large] = [await room.calls(system, pair.small), await room.calls(system, pair.large)]
    for (const [index, of] of small.entries()) {
      const against = large[index]
      if (against?.name !== of.name) throw new Error(`both companies need the same calls in the same order: ${of.name}`)
      const sides = { small: [pair.small, of], large: [pair.large, against] } as const
      await alternate(portal, sides, { times: warmUp, postmaster })
      const taken: Record<'small' | 'large', Block>[] = []
      const side = (side: 'small' | 'large') =>
        quietest(
          taken.map(block => block[side]),
          blocks,
        )
      const result = (): Measured => ({ name: of.name, call: of.call, small: side('small'), large: side('large') })
      for (let block = 0; block < blocks * 3 && (block < blocks || misses(result())); block += 1)
        taken.push(await alternate(portal, sides, { times: blockOf, postmaster }))
      measured.push(result())
    }
  }
  return measured
}

async function alternate(
  portal: Portal,
  sides: Record<'small' | 'large', readonly [Company, Asked]>,
  { times, postmaster }: { times: number; postmaster: number },
): Promise<Record<'small' | 'large', Block>> {
  const taken: Record<'small' | 'large', Block> = {
    small: { values: [], processor: 0, rows: 0 },
    large: { values: [], processor: 0, rows: 0 },
  }
  const processor = processorOf(postmaster)
  for (let round = 0; round < times; round += 1)
    for (const side of ['small', 'large'] as const) {
      const block = taken[side]
      const before = processor()
      const began = performance.now()
      block.rows = await send(portal, ...sides[side])
      block.values.push(performance.now() - began)
      block.processor += (processor() - before) / times
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

/** Answers how many rows there were. */
export async function send({ app }: Portal, { sid }: Company, { call, input, name }: Asked): Promise<number> {
  const response = await app.inject({
    method: 'POST',
    url: `/api${contract[call].path}`,
    headers: { authorization: 'portal-web 1201' },
    payload: { ...input, sid },
  })
  const { code, msg, data } = response.json<{ code: number; msg: string; data: { list?: unknown[] } }>()
  if (code !== 200) throw new Error(`${name}: ${code} ${msg}`)
  return data.list?.length ?? 0
}

function timesOf(values: number[]): Pick<Times, 'p50' | 'p95'> {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}
