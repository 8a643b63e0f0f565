import { z } from 'zod'
import type { ArchiveTarget } from './archive-target.ts'
import { beginKey, throughKey } from './log-position.ts'

/**
 * A run is a stretch of the log without a hole, with the base backups taken meanwhile. A new one begins when there is no
 * slot to go on from: after a restore, after the archive was away for too long, or when it was off.
 */
const beginSchema = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  timeline: z.int(),
  /** The position that the run before it reached. */
  previous: z.number().nullable(),
})
type Begin = z.output<typeof beginSchema>

const throughSchema = z.object({ position: z.string(), asOf: z.number() })
/** The position that the archive reached, so that a missing end is noticed and an idle time counts as archived. */
export type Through = z.output<typeof throughSchema>

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const parse = (content: Buffer): unknown => JSON.parse(content.toString())

export const putBegin = (target: ArchiveTarget, run: string, begin: Begin) => target.put(beginKey(run), json(begin))
export const putThrough = (target: ArchiveTarget, run: string, through: Through) =>
  target.put(throughKey(run), json(through))

export async function readBegin(target: ArchiveTarget, run: string): Promise<Begin | undefined> {
  const content = await target.get(beginKey(run))
  return content && beginSchema.parse(parse(content))
}

export async function readThrough(target: ArchiveTarget, run: string): Promise<Through | undefined> {
  const content = await target.get(throughKey(run))
  return content && throughSchema.parse(parse(content))
}

/** The keys of the whole archive, by run; the oldest run is the first. */
export async function listRuns(target: ArchiveTarget): Promise<Map<string, string[]>> {
  const runs = new Map<string, string[]>()
  for (const key of await target.list('runs/')) {
    const run = key.split('/')[1] ?? ''
    const keys = runs.get(run)
    if (keys) keys.push(key)
    else runs.set(run, [key])
  }
  return runs
}

/** Names begin with the time, so that they sort by it. */
export const newName = (now: number): string =>
  `${new Date(now).toISOString().replace(/\D/g, '').slice(0, 14)}-${crypto.randomUUID().slice(0, 6)}`
