import { raw, type Sql } from 'sql-template-tag'

/** The runs that a short keyword is itself: no sample is needed for it. */
const isPiece = (keyword: string) => [...keyword].length <= 3

/** Collects the sample that a keyword needs, a line for each row; `text` is an expression of the statement. */
export const sampleOf = (text: string, keyword: string): Sql =>
  raw(isPiece(keyword) ? 'null::text' : `string_agg(${text}, E'\\n')`)

/**
 * The runs of three characters by which an index finds a keyword (migration 0005); a shorter keyword is one itself. The
 * index is asked for some alone, those that `sample`, a line for each of some of those that are looked through, has least often:
 * each more is another list to go through, and whoever has them is compared with the whole keyword anyway. The rarest alone
 * where, as far as the sample tells, nobody has it without the keyword.
 */
export function rarestPieces(keyword: string, sample: string): string[] {
  if (isPiece(keyword)) return [keyword]
  const characters = [...keyword]
  const pieces = new Set(characters.slice(2).map((_, index) => characters.slice(index, index + 3).join('')))
  const text = sample.toLowerCase()
  const timesOf = (piece: string) => text.split(piece.toLowerCase()).length
  const rarest = [...pieces]
    .map(piece => ({ piece, times: timesOf(piece) }))
    .sort((one, other) => one.times - other.times)
    .map(({ piece }) => piece)
  const lines = text.split('\n').filter(line => line.includes(rarest[0]?.toLowerCase() ?? ''))
  const isTelling = lines.length >= enough && lines.every(line => line.includes(keyword.toLowerCase()))
  return rarest.slice(0, isTelling ? 1 : most)
}

const most = 3
/** Lines that have a piece, before they tell who else has it. */
const enough = 3
