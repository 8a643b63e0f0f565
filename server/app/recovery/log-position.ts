/** A position in PostgreSQL's write-ahead log (an LSN). */
export type Position = bigint

/** initdb's default, which the embedded database uses. */
export const segmentSize = 16n * 1024n * 1024n

export function parsePosition(text: string): Position {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const positionText = (at: Position): string => `${(at >> 32n).toString(16)}/${(at & 0xffff_ffffn).toString(16)}`

export const segmentOf = (at: Position): Position => at - (at % segmentSize)

const upper = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')

/** Returns PostgreSQL's file name of the segment. */
export const segmentFile = (timeline: number, segment: Position): string =>
  upper(BigInt(timeline)) + upper(segment >> 32n) + upper((segment & 0xffff_ffffn) / segmentSize)

/** A part of the log in the archive. It never crosses a segment boundary. */
export interface Piece {
  key: string
  start: Position
  end: Position
  /** Everything committed by this time, in milliseconds since 1970, lies before `end`. */
  asOf: number
}

const hex = (value: bigint) => value.toString(16).padStart(16, '0')

export const runFolder = (run: string): string => `runs/${run}/`
export const beginKey = (run: string): string => `${runFolder(run)}begin`
export const throughKey = (run: string): string => `${runFolder(run)}through`
export const baseFolder = (run: string, base: string): string => `${runFolder(run)}base/${base}/`
export const segmentFolder = (run: string, segment: Position): string => `${runFolder(run)}wal/${hex(segment)}/`

/** The name is authenticated with the content, so it can be trusted without reading the content. */
export const pieceKey = (run: string, { start, end, asOf }: Omit<Piece, 'key'>): string =>
  `${segmentFolder(run, segmentOf(start))}${hex(start)}-${hex(end)}-${asOf.toString(16)}`

export function parsePiece(key: string): Piece | undefined {
  const [, start, end, asOf] = /\/wal\/[0-9a-f]{16}\/([0-9a-f]{16})-([0-9a-f]{16})-([0-9a-f]+)$/.exec(key) ?? []
  if (!start || !end || !asOf) return undefined
  return { key, start: BigInt(`0x${start}`), end: BigInt(`0x${end}`), asOf: Number.parseInt(asOf, 16) }
}

/** Returns the fewest pieces that cover the log from `from` on without gaps; pieces may overlap. */
export function chain(pieces: readonly Piece[], from: Position): Piece[] {
  const sorted = pieces.toSorted((one, other) => (one.start < other.start ? -1 : 1))
  const chosen: Piece[] = []
  let at = from
  for (let index = 0; ; ) {
    let best: Piece | undefined
    for (; index < sorted.length; index += 1) {
      const piece = sorted[index]
      if (!piece || piece.start > at) break
      if (piece.end > (best?.end ?? at)) best = piece
    }
    if (!best) return chosen
    chosen.push(best)
    at = best.end
  }
}
