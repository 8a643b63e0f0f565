import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { ArchiveTarget } from './archive-target.ts'
import {
  chain,
  type Piece,
  type Position,
  parsePiece,
  pieceKey,
  positionText,
  segmentFile,
  segmentFolder,
  segmentOf,
  segmentSize,
} from './log-position.ts'
import { type LogState, releaseLog } from './log-slot.sql.ts'

/** The most pieces of one segment before they are merged. */
const maxPieces = 64

/** The log needed to continue the run is no longer available. */
export class LogLost extends Error {}

/** The run in progress. */
export interface ArchiveRun {
  name: string
  timeline: number
  /** The position reached by the archive. */
  position: Position
  /** The pieces of the segment that `position` lies in. */
  pieces: Piece[]
}

/** Continues a run from the end of its pieces; the slot has kept the log since before that. */
export async function continueRun(
  target: ArchiveTarget,
  name: string,
  timeline: number,
  kept: Position,
): Promise<ArchiveRun> {
  for (let segment = segmentOf(kept); ; segment += segmentSize) {
    const pieces = (await target.list(segmentFolder(name, segment))).flatMap(key => parsePiece(key) ?? [])
    const position = chain(pieces, segment).at(-1)?.end ?? segment
    if (position < segment + segmentSize) return { name, timeline, position, pieces }
  }
}

interface LogSource {
  client: Client
  target: ArchiveTarget
  cluster: string
  stopping: AbortSignal
  /** Throws if the archive is no longer the one that was checked before. */
  confirm: (target: ArchiveTarget) => Promise<void>
}

/**
 * Archives new log. The current segment is written in pieces, so that little is lost with the machine; once it is complete, one
 * object replaces them. Reports whether anything was written.
 */
export async function archiveLog(
  { client, target, cluster, stopping, confirm }: LogSource,
  run: ArchiveRun,
  { flushed, at }: LogState,
): Promise<boolean> {
  const before = run.position
  while (run.position < flushed && !stopping.aborted) {
    const segment = segmentOf(run.position)
    const end = flushed < segment + segmentSize ? flushed : segment + segmentSize
    const complete = end === segment + segmentSize
    const start = complete || run.pieces.length >= maxPieces ? segment : run.position
    const content = await readLog(
      join(cluster, 'pg_wal', segmentFile(run.timeline, segment)),
      start - segment,
      end - start,
    )
    const piece = { start, end, asOf: at }
    const key = pieceKey(run.name, piece)
    await target.put(key, content)
    // A disk that was unmounted meanwhile leaves an empty folder, and what was written into it is in no archive.
    await confirm(target)
    // Pieces left here by a killed process are removed when the next base backup prunes the archive.
    if (start === segment) for (const old of run.pieces.splice(0)) if (old.key !== key) await target.remove(old.key)
    run.position = end
    if (complete) await releaseLog(client, run.name, positionText(end))
    else run.pieces.push({ key, ...piece })
  }
  return run.position > before
}

async function readLog(path: string, start: bigint, length: bigint): Promise<Buffer> {
  const file = await open(path).catch(error => {
    throw error.code === 'ENOENT' ? new LogLost(`${path} is gone`) : error
  })
  try {
    const content = Buffer.alloc(Number(length))
    const { bytesRead } = await file.read(content, 0, content.length, Number(start))
    if (bytesRead !== content.length) throw new Error(`${path} has ${bytesRead} bytes instead of ${length}`)
    return content
  } finally {
    await file.close()
  }
}
