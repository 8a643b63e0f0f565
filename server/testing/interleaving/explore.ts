import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { withinOneDay } from '#server/testing/one-day.ts'
import { snapshotOf, stateOf } from './outcome.ts'
import { type IsBlocked, interleave, randomSchedule, type Schedule, twoSwitches } from './scheduler.ts'

/** Two requests of one company, created anew for each schedule. */
export interface Pair {
  companyId: string
  /** The company's people. */
  accountIds: string[]
  requests: [Request, Request]
  /** Matches rows that a refused request may leave, which are not compared. */
  aside?: RegExp | undefined
}
/** Returns the answer's code. */
export type Request = () => Promise<number>

export interface Divergence {
  /** Reproduces the schedule. */
  schedule: string
  answers: number[]
  /** The rows of this outcome only (+), or only of that of a serial order (-), for both orders. */
  differences: string[][]
}

export interface Explored {
  schedules: number
  /** The number of statements that each request sent when it ran first and alone. */
  statements: number[]
  divergences: Divergence[]
}

interface Options {
  system: Database
  /** The number of schedules with at most two switches that are played; all by default. */
  sample?: number
  random: number
  seed: number
}

/** All refusals are equal: which one is answered depends on the order of the checks, but whether there is one does not. */
const outcomeOf = (answers: number[], state: string) =>
  `${answers.map(code => (code < 0 ? 'refused' : code)).join(' ')}\n${state}`

/** Plays schedules of a pair and returns those that ended like neither of the two serial orders. */
export async function explore(make: () => Promise<Pair>, { system, sample, random, seed }: Options): Promise<Explored> {
  const isBlocked: IsBlocked = async pid =>
    (
      await system.row(
        z.object({ blocked: z.boolean() }),
      )`select cardinality(pg_blocking_pids(${pid}::integer)) > 0 as blocked`
    )?.blocked ?? false

  const play = (schedule: Schedule) =>
    withinOneDay(async () => {
      const { companyId, accountIds, requests, aside } = await make()
      const since = await snapshotOf(system)
      const { answers, sent } = await interleave(requests, schedule, isBlocked)
      const state = await stateOf(system, { companyId, accountIds, since }, aside)
      return { answers, sent, outcome: outcomeOf(answers, state) }
    })

  const serial = new Set<string>()
  const statements = [0, 0]
  for (const first of [0, 1]) {
    const { sent, outcome } = await play(twoSwitches(first, Infinity, Infinity))
    statements[first] = sent[first] ?? 0
    serial.add(outcome)
  }

  const few = switches(statements)
  const every = sample ? Math.max(1, Math.ceil(few.length / sample)) : 1
  const schedules: [string, Schedule][] = few
    .filter((_, index) => index % every === seed % every)
    .map(([first, upTo, otherUpTo]) => [`${first}:${upTo}:${otherUpTo}`, twoSwitches(first, upTo, otherUpTo)])
  for (let number = 0; number < random; number += 1)
    schedules.push([`seed ${seed + number}`, randomSchedule(seed + number)])

  const divergences: Divergence[] = []
  for (const [name, schedule] of schedules) {
    const { answers, outcome } = await play(schedule)
    if (!serial.has(outcome))
      divergences.push({ schedule: name, answers, differences: [...serial].map(each => differencesOf(outcome, each)) })
  }
  return { schedules: schedules.length, statements, divergences }
}

function differencesOf(found: string, expected: string): string[] {
  const without = (lines: string[], others: string[]) => {
    const left = [...others]
    return lines.filter(line => {
      const at = left.indexOf(line)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  }
  const [foundRows, expectedRows] = [found.split('\n'), expected.split('\n')]
  return [
    ...without(foundRows, expectedRows).map(line => `+ ${line}`),
    ...without(expectedRows, foundRows).map(line => `- ${line}`),
  ]
}

/** Returns all ways to switch between two requests once or twice. */
function switches(statements: readonly number[]): [first: number, upTo: number, otherUpTo: number][] {
  const found: [number, number, number][] = []
  for (const first of [0, 1])
    for (let upTo = 1; upTo < (statements[first] ?? 0); upTo += 1)
      for (let otherUpTo = 1; otherUpTo <= (statements[1 - first] ?? 0); otherUpTo += 1)
        found.push([first, upTo, otherUpTo])
  return found
}
