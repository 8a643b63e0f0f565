import sql, { join, raw, type Sql } from 'sql-template-tag'
import { hasPart } from './like.ts'

/** Reports whether a keyword is short enough to be a piece itself and needs no sample. */
const isPiece = (keyword: string) => [...keyword].length <= 3

/** Collects the sample that a keyword needs, a line for each row. `text` is an expression of the statement. */
export const sampleOf = (text: string, keyword: string): Sql =>
  raw(isPiece(keyword) ? 'null::text' : `string_agg(${text}, E'\\n')`)

/**
 * Returns the runs of three characters by which an index finds a keyword (0001-ground.sql); a shorter keyword is one itself. Only
 * the few that are rarest in `sample`, which has a line for each of some of the searched rows, are looked up in the index: each
 * further one is another list to scan, and every row found is compared with the whole keyword anyway. Only the rarest one is used
 * if, as far as the sample shows, no row has it without the keyword.
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
/** The number of lines that must have a piece before they say anything about other pieces. */
const enough = 3

/** The id under which pieces are kept that are searched across all companies (0001-ground.sql). */
const everyone = sql`'00000000-0000-0000-0000-000000000000'::uuid`

/** Matches the rows of which one of these columns has the keyword, by their index of pieces. */
export const hasPartByPieces = (columns: readonly Sql[], keyword: string): Sql => sql`
  (company_pieces(${everyone}, ${join(columns)}) @> keyword_pieces(${everyone}, ${rarestPieces(keyword, '')}::text[])
    and (${join(
      columns.map(column => hasPart(column, keyword)),
      ' or ',
    )}))`
