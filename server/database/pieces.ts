/**
 * The runs of three characters by which an index finds a keyword (migration 0005); a shorter keyword is one itself. The
 * index is asked for some alone, those that `sample`, some of the texts that are looked through, has least often: each more is
 * another list to go through, and whoever has them is compared with the whole keyword anyway.
 */
export function rarestPieces(keyword: string, sample: string): string[] {
  const characters = [...keyword]
  if (characters.length <= 3) return [keyword]
  const pieces = new Set(characters.slice(2).map((_, index) => characters.slice(index, index + 3).join('')))
  const text = sample.toLowerCase()
  const timesOf = (piece: string) => text.split(piece.toLowerCase()).length
  return [...pieces]
    .map(piece => ({ piece, times: timesOf(piece) }))
    .sort((one, other) => one.times - other.times)
    .slice(0, most)
    .map(({ piece }) => piece)
}

const most = 3
