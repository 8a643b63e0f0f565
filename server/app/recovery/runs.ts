import { z } from 'zod'
import { type Keys, sealingKeyId, writingKeyId } from '#server/core/keyring.ts'
import { type ArchiveTarget, readObject } from './archive-target.ts'
import { UnknownKey } from './envelope.ts'
import { beginKey, parsePiece, throughKey } from './log-position.ts'

/**
 * A run is a stretch of the log without gaps, with the base backups taken meanwhile. A new one begins if there is no slot to
 * continue from: after a restore, or after the archive was off or away for too long.
 */
const beginSchema = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  timeline: z.int(),
  /** The time, in milliseconds since 1970, up to which the previous run archived the log. */
  previous: z.number().nullable(),
})
type Begin = z.output<typeof beginSchema>

const throughSchema = z.object({ position: z.string(), asOf: z.number() })
/** The position reached by the archive, so that a missing end is noticed and idle time counts as archived. */
export type Through = z.output<typeof throughSchema>

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

/** Returns undefined if the object does not exist or was sealed by an unknown key: only a time depends on it. */
async function read<Schema extends z.ZodType>(
  target: ArchiveTarget,
  key: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  try {
    const content = await target.get(key)
    return content && schema.parse(JSON.parse(content.toString()))
  } catch (error) {
    if (error instanceof UnknownKey) return undefined
    throw error
  }
}

export const putBegin = (target: ArchiveTarget, run: string, begin: Begin) => target.put(beginKey(run), json(begin))
export const putThrough = (target: ArchiveTarget, run: string, through: Through) =>
  target.put(throughKey(run), json(through))

export const readThrough = (target: ArchiveTarget, run: string): Promise<Through | undefined> =>
  read(target, throughKey(run), throughSchema)

/** Reads the beginning of a run, and seals it again if an older key did: a run outlives its keys. */
export async function readBegin(target: ArchiveTarget, keys: Keys, run: string): Promise<Begin | undefined> {
  const begin = await read(target, beginKey(run), beginSchema)
  if (!begin) return undefined
  const sealed = await readObject(target.plain, beginKey(run))
  if (sealed && sealingKeyId(sealed) !== writingKeyId(keys)) await putBegin(target, run, begin)
  return begin
}

/** Returns when the archive of a run ends, as far as the present keys and the names of its objects show. */
export async function readEnd(target: ArchiveTarget, run: string, present: readonly string[]): Promise<number> {
  const asOf = (await readThrough(target, run))?.asOf
  return asOf ?? present.reduce((end, key) => Math.max(end, parsePiece(key)?.asOf ?? 0), timeOf(run))
}

/** Returns the keys of the whole archive by run, oldest run first. */
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

/** Returns the time at the beginning of a name, to the second. */
export const timeOf = (name: string): number =>
  Date.parse(name.replace(/^(....)(..)(..)(..)(..)(..).*$/, '$1-$2-$3T$4:$5:$6Z'))
