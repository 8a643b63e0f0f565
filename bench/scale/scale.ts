import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { migrate } from '#server/database/migrate.ts'
import { connect, type DatabaseLog } from '#server/database/pool.ts'
import { buildPortal, type Portal } from '#server/portal.ts'
import { makeOn } from '#server/testing/make.ts'
import { removeFolder } from '#server/testing/portal-process.ts'
import { production } from '#server/testing/production.ts'
import type { Figure } from '../figures.ts'
import { devices } from './devices.ts'
import { fillRooms, settle } from './filling.ts'
import { type Measured, measure, type Pair, type Times, together } from './measure.ts'
import { people } from './people.ts'
import type { Company, Room } from './room.ts'
import { sequentialScans } from './scans.ts'

/** A later room is written like these two and added here: its rows and its calls are measured with the rest. */
const rooms: Room[] = [people, devices]

const [smallPeople, largePeople] = [1_000, 100_000]
/** Companies of the small one's size, so that no table is one company's alone. */
const others = 20

/**
 * Milliseconds at the 95th percentile. Below the first nobody waits, and a difference below the second is the machine's mood:
 * two runs of the same differ by as much. Neither is hidden: such a line has its ratio and says why it has no target.
 */
const floor = 5
const leastDifference = 2
const mostRatio = 1.5
/** Milliseconds for a statement that makes hundreds of thousands of rows. */
const fillingTimeout = 1_800_000

/** Each list and figure of a company of 100,000 people against that of one of 1,000, in one database, through the whole portal. */
export async function scale({ rounds, factor }: { rounds: number; factor: number }): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-scale-'))
  // mkdtemp closes it to the database's own user.
  chmodSync(dataDir, 0o755)
  const log = pino({ level: 'error' })
  const server = await startEmbedded({ dataDir, log })
  try {
    const config = readConfig({ ...production, DATA_DIR: dataDir })
    const portalOf = async (poolSize: number) => {
      const portal = await buildPortal(config, { url: server.url, log, web: undefined, poolSize })
      await portal.app.ready()
      return portal
    }
    const pair = await fill(server.url, log, factor)
    const portal = await portalOf(8)
    try {
      const measured = await measure(portal, rooms, pair, { blocks: rounds, postmaster: server.pid() ?? 0, misses })
      return [...calls(measured), ...measured.map(figureOf), ...(await scansOf(portalOf, pair))]
    } finally {
      await portal.stop()
    }
  } finally {
    await server.stop()
    await removeFolder(dataDir)
  }
}

async function fill(url: string, log: DatabaseLog, factor: number): Promise<Pair> {
  await migrate({ url, log })
  const pools = connect({ url, log, size: 2, statementTimeout: fillingTimeout })
  try {
    return await fillOn(pools.system, factor)
  } finally {
    await pools.end()
  }
}

async function fillOn(system: Database, factor: number): Promise<Pair> {
  const make = makeOn(system)
  const company = async (people: number, place: number): Promise<Company> => {
    const { id, owner } = await make.company()
    return { id, people, place, owner, sid: await make.session(owner.account) }
  }
  const small = await company(smallPeople, 0)
  const large = await company(Math.round(largePeople * factor), 1)
  const rest: Company[] = []
  for (let index = 0; index < others; index += 1) rest.push(await company(smallPeople, index + 2))
  await fillRooms(system, rooms, [small, large, ...rest])
  await settle(system)
  return { small, large }
}

type Percentiles = Record<'small' | 'large', Pick<Times, 'p50' | 'p95'>>

/** Why a ratio above the target is none that anybody notices. */
function excuse({ small, large }: Percentiles): string | undefined {
  if (large.p95 <= small.p95 * mostRatio) return undefined
  if (large.p95 <= floor) return `below ${floor} ms`
  if (large.p95 - small.p95 <= leastDifference) return `differs by less than ${leastDifference} ms`
  return undefined
}

const showsMore = ({ small, large }: Measured) => large.rows > small.rows
const misses = (measured: Measured) =>
  !excuse(measured) && !showsMore(measured) && measured.large.p95 > measured.small.p95 * mostRatio

/** What the target is about: each call, everything that it is asked equally often. */
function calls(measured: Measured[]): Figure[] {
  const byCall = Map.groupBy(measured, ({ call }) => call)
  return [...byCall].map(([call, questions]) =>
    figure({
      name: questions.length > 1 ? `${call}, its ${questions.length} questions` : call,
      of: { small: together(questions, 'small'), large: together(questions, 'large') },
    }),
  )
}

/** Each question for itself. One that the large company answers with more rows has its ratio, but no target of its own. */
function figureOf(measured: Measured): Figure {
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

/** On one connection of each kind, so that what PostgreSQL counted can be told apart by call. */
async function scansOf(portalOf: (poolSize: number) => Promise<Portal>, pair: Pair): Promise<Figure[]> {
  const portal = await portalOf(1)
  try {
    const found = await sequentialScans(portal, rooms, pair.large)
    return [
      {
        name: 'calls that read a table of more than 10,000 rows from end to end',
        result: found.length,
        unit: '',
        atMost: 0,
        note: found.join('; '),
      },
    ]
  } finally {
    await portal.stop()
  }
}
