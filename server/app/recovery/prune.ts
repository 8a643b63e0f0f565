import type { Keys } from '#server/core/keyring.ts'
import type { ArchiveTarget } from './archive-target.ts'
import { basesOf, signaturesFirst } from './base-manifest.ts'
import { chain, parsePiece, parsePosition, segmentOf } from './log-position.ts'
import { listRuns, readEnd, timeOf } from './runs.ts'

/** Milliseconds of the restorable period. */
const keptFor = 7 * 86_400_000
/** Milliseconds after which the remains of an interrupted base backup are removed: none can still be in progress. */
const abandonedAfter = 86_400_000

/**
 * Removes base backups and log that no point of the last seven days needs. The newest base backup of all stays, however old, with
 * its log: until there is another one, nothing else can be restored.
 */
export async function pruneArchive(target: ArchiveTarget, keys: Keys, current: string, now: number): Promise<void> {
  const runs = await listRuns(target)
  const found = new Map<string, AgingBase[]>()
  for (const [run, present] of runs) found.set(run, await agingBases(target, keys, run, present))
  const holding = [...found].filter(([, bases]) => bases.length)
  const latest = (holding.findLast(([, bases]) => bases.some(({ start }) => start)) ?? holding.at(-1))?.[0]
  for (const [run, present] of runs) {
    const bases = found.get(run) ?? []
    // The newest of the expired ones is needed for the first times that have not expired.
    const old = bases.filter(({ ended_at }) => ended_at < now - keptFor)
    const isOver = run !== current && run !== latest && (await readEnd(target, run, present)) < now - keptFor
    const superseded = isOver ? bases : old.slice(0, -1)
    const kept = bases.filter(base => !superseded.includes(base))
    const isAbandoned = run !== current && !kept.length && isOlder(run, now - abandonedAfter)
    const [first] = kept
    const from = first?.start ? segmentOf(parsePosition(first.start)) : undefined
    for (const key of signaturesFirst(present)) if (isAbandoned || isUnneeded(key)) await target.remove(key)

    function isUnneeded(key: string): boolean {
      const base = /\/base\/([^/]+)\//.exec(key)?.[1]
      if (base) return !kept.some(each => each.base === base) && isOlder(base, now - abandonedAfter)
      const piece = parsePiece(key)
      if (!piece || !first) return false
      // A base backup needs no log that was complete before it began.
      return from === undefined ? piece.asOf < timeOf(first.base) : piece.start < from
    }
    await removeCovered(target, present)
  }
}

interface AgingBase {
  base: string
  ended_at: number
  /** Undefined if no key of the ring reads it. */
  start: string | undefined
}

/** Backups that no key of the ring reads expire by the time in their name, after the same period: the key may come back. */
async function agingBases(
  target: ArchiveTarget,
  keys: Keys,
  run: string,
  present: readonly string[],
): Promise<AgingBase[]> {
  const { bases, unreadable } = await basesOf(target, keys, run, present)
  return [...bases, ...unreadable.map(({ base }) => ({ base, ended_at: timeOf(base), start: undefined }))].toSorted(
    (one, other) => (one.base < other.base ? -1 : 1),
  )
}

/** Names begin with their time (`newName`). */
function isOlder(name: string, than: number): boolean {
  return name < new Date(than).toISOString().replace(/\D/g, '').slice(0, 14)
}

/** Removes the pieces of complete segments that a process left when it was killed while merging them. */
async function removeCovered(target: ArchiveTarget, present: readonly string[]): Promise<void> {
  const segments = Map.groupBy(
    present.flatMap(key => parsePiece(key) ?? []),
    ({ start }) => segmentOf(start),
  )
  for (const [segment, pieces] of segments) {
    const needed = chain(pieces, segment)
    if (needed.length !== 1) continue
    for (const piece of pieces)
      if (!needed.includes(piece) && piece.end <= (needed[0]?.end ?? 0n)) await target.remove(piece.key)
  }
}
