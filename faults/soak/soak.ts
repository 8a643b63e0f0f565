import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { type Figure, median } from '../../bench/figures.ts'
import { findDatabase } from '../../bench/portal.ts'
import { expectNone } from '../interruptions.ts'
import { startLoad, summaryOf } from '../load.ts'
import { type Client, withDatabase, withSite } from '../site.ts'
import { openStreet } from './people.ts'
import { filesBelow, type Replica, type Sample, sampleOf, startWatched } from './watch.ts'

/** The factor by which this load is slower than that of the other faults. */
const pace = 20
const sampleEvery = 30_000
/** Milliseconds within which visitors' idle connections are closed. */
const rest = 40_000
/** The most connections of a replica to the database, as in docs/operation.md. Its pools keep what they have opened. */
const connectionsEach = 25

/** People, operators, clients and jobs use two replicas for `minutes`; afterwards nothing may have been left behind. */
export const soak = (minutes: number) =>
  withSite(async ({ client, folder, start, replica }): Promise<Figure[]> => {
    const replicas = [
      await startWatched(folder, 'first', start),
      await startWatched(folder, 'second', replica),
    ] as const
    let turn = 0
    const url = () => replicas[turn++ % replicas.length]?.portal.url ?? ''
    // The replicas' own connections are counted by their name.
    const databaseUrl = `${findDatabase(replicas[0].portal).url}?application_name=soak`
    const target = {
      databaseUrl,
      get url() {
        return url()
      },
    }
    return withDatabase(target, async (system, make) => {
      const before = await heldWhenIdle(replicas, client, system)
      const load = await startLoad(client, target, pace)
      const record = async (what: string, act: () => Promise<string | undefined>) => {
        const at = Date.now()
        const failure = await act().catch(error => `${error}`)
        load.journal.push({ what, at, milliseconds: Date.now() - at, failure, change: false })
      }
      let over = false
      const people = await openStreet({ client, system, make, url, isOver: () => over, record })
      const using = people.map(live => live())

      const began = Date.now()
      const samples: Sample[][] = replicas.map(() => [])
      for (let minute = 0; minute < minutes; ) {
        await sleep(sampleEvery)
        minute = (Date.now() - began) / 60_000
        for (const [index, each] of replicas.entries()) samples[index]?.push(await sampleOf(each, minute))
        console.log(`${minute.toFixed(1)} min: ${summaryOf(load.journal)}\n  ${samples.map(shown).join('\n  ')}`)
      }
      over = true
      await Promise.all([load.end(), ...using])
      const left = await queueAfter(system, 60_000)
      const after = await heldWhenIdle(replicas, client, system)
      const failed = load.journal.filter(({ failure }) => failure !== undefined)
      const noise = replicas
        .flatMap(({ portal }) => portal.output().split('\n'))
        .filter(line => /^\{|Warning/.test(line))
      return [
        { name: 'requests', result: load.journal.length, unit: '', atLeast: minutes * 300 },
        expectNone(
          'requests that failed',
          failed.map(({ what, failure }) => `${what}: ${failure}`),
          summaryOf(load.journal),
        ),
        expectNone('orders and changes lost or doubled', await load.findFaults(), `${minutes} minutes`),
        expectNone('lines in the logs, from warnings on', noise, 'both replicas'),
        expectNone('jobs that are left or have failed', left, 'a minute after the end'),
        ...samples.flatMap((each, index) => growth(each, `replica ${index + 1}`)),
        ...leaks(before, after),
      ]
    })
  })

const shown = (samples: Sample[]) =>
  Object.entries(samples.at(-1) ?? {})
    .map(([name, value]) => `${name} ${value.toFixed(1)}`)
    .join(', ')

/** Compares the last sixth with the second one: until then caches fill and code is compiled. */
function growth(samples: Sample[], replica: string): Figure[] {
  const sixth = Math.max(1, Math.floor(samples.length / 6))
  const [early, late] = [samples.slice(sixth, 2 * sixth), samples.slice(-sixth)]
  const figure = (name: string, key: Exclude<keyof Sample, 'minute'>, unit: Figure['unit'], atMost: number): Figure => {
    const [from, to] = [early, late].map(part => median(part.map(sample => sample[key])))
    const note = `${from?.toFixed(1)} → ${to?.toFixed(1)}`
    return { name: `${replica}: ${name}`, result: (to ?? 0) - (from ?? 0), unit, atMost, note }
  }
  return [
    figure('live memory grown after the warm-up', 'live', 'MB', 15),
    figure('resident memory grown', 'resident', 'MB', 60),
    figure('open files and connections grown', 'handles', '', 10),
    figure('listeners and timers grown', 'resources', '', 10),
  ]
}

interface Held {
  handles: number[]
  resources: number[]
  connections: number
  files: string[]
  temporary: string[]
  /** Files that the database knows. */
  stored: number
}

/** Counts the resources of the replicas without any requests. */
async function heldWhenIdle(replicas: readonly Replica[], client: Client, system: Database): Promise<Held> {
  client.close()
  await sleep(rest)
  const samples = await Promise.all(replicas.map(each => sampleOf(each, 0)))
  const row = await system.row(z.object({ connections: z.number(), stored: z.number() }))`
    select (select count(*) from pg_stat_activity where application_name = 'haiyilian') as connections,
      (select count(*) from stored_file) as stored`
  return {
    handles: samples.map(({ handles }) => handles),
    resources: samples.map(({ resources }) => resources),
    connections: row?.connections ?? 0,
    stored: row?.stored ?? 0,
    files: replicas.flatMap(({ portal }) => filesBelow(join(portal.dataDir, 'files'))),
    temporary: replicas.flatMap(each => filesBelow(each.temporary)),
  }
}

function leaks(before: Held, after: Held): Figure[] {
  const more = (name: string, key: 'handles' | 'resources', atMost: number): Figure => ({
    name,
    result: Math.max(...after[key].map((count, index) => count - (before[key][index] ?? 0))),
    unit: '',
    atMost,
    note: `${before[key].join(' + ')} → ${after[key].join(' + ')}`,
  })
  const stray = after.files.length - before.files.length - (after.stored - before.stored)
  return [
    more('open files and connections of an idle replica, more than before', 'handles', connectionsEach),
    more('listeners and timers of an idle replica, more than before', 'resources', connectionsEach),
    {
      name: 'connections of both replicas to the database',
      result: after.connections,
      unit: '',
      atMost: 2 * connectionsEach,
      note: `${before.connections} before`,
    },
    expectNone(
      'temporary files left',
      after.temporary.filter(file => !before.temporary.includes(file)),
      '',
    ),
    {
      name: 'uploaded files that the database does not know',
      result: stray,
      unit: '',
      atMost: 0,
      note: `${after.files.length} files, ${after.stored} rows`,
    },
  ]
}

/** Waits until no job is due; returns those that still are, or that have failed for good. */
async function queueAfter(system: Database, patience: number): Promise<string[]> {
  for (const deadline = Date.now() + patience; ; await sleep(1_000)) {
    const jobs = await system.rows(z.object({ task: z.string(), error: z.string() }))`
      select identifier as task, coalesce(last_error, 'due') as error
      from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id
      where run_at <= now() or last_error is not null`
    if (!jobs.length || Date.now() > deadline) return jobs.map(({ task, error }) => `${task}: ${error.slice(0, 100)}`)
  }
}
