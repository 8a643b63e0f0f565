import { expect, test } from 'vitest'
import { chain, parsePiece, parsePosition, pieceKey, positionText, segmentFile, segmentOf } from './log-position.ts'

const piece = (start: number, end: number) => ({
  key: `${start}-${end}`,
  start: BigInt(start),
  end: BigInt(end),
  asOf: 1,
})

test.each([
  { what: 'nothing', pieces: [], chosen: [] },
  { what: 'one after the other', pieces: [piece(0, 5), piece(5, 9)], chosen: ['0-5', '5-9'] },
  { what: 'in any order', pieces: [piece(5, 9), piece(0, 5)], chosen: ['0-5', '5-9'] },
  { what: 'a whole instead of its parts', pieces: [piece(0, 5), piece(5, 9), piece(0, 9)], chosen: ['0-9'] },
  { what: 'overlapping', pieces: [piece(0, 5), piece(3, 8), piece(4, 6), piece(8, 9)], chosen: ['0-5', '3-8', '8-9'] },
  { what: 'up to a hole', pieces: [piece(0, 5), piece(6, 9)], chosen: ['0-5'] },
  { what: 'without its beginning', pieces: [piece(1, 5)], chosen: [] },
])('log pieces are chained: $what', ({ pieces, chosen }) => {
  expect(chain(pieces, 0n).map(({ key }) => key)).toEqual(chosen)
})

test("positions and files have PostgreSQL's names", () => {
  const at = parsePosition('1A/2B3C4D5E')
  expect(positionText(at)).toBe('1a/2b3c4d5e')
  // As computed by pg_walfile_name.
  expect(segmentFile(3, segmentOf(at))).toBe('000000030000001A0000002B')
  expect(segmentOf(at)).toBe(parsePosition('1A/2B000000'))
})

test('the name of a piece identifies its content', () => {
  const written = { start: 0x2000000n, end: 0x2001198n, asOf: 1_795_435_224_000 }
  const key = pieceKey('20261123040024-aa6aaf', written)
  expect(parsePiece(key)).toEqual({ key, ...written })
  expect(parsePiece('runs/20261123040024-aa6aaf/begin')).toBeUndefined()
})
