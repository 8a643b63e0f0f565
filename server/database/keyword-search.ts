import { listedMatches, listedRows } from '#contract/people.ts'

/** So many rows tell whether a keyword is had by many: by so many of them. Then as many as `walk` are gone through. */
const glance = 200
const many = 20
const walk = 3_000

export interface Listed<Row> {
  rows: Row[]
  /** Exact wherever it can be known without reading everything, else as far as the list reaches. */
  total: number
  /** There are more than the list reaches. */
  more: boolean
}

export const counted = (total: number, most = listedRows): Omit<Listed<never>, 'rows'> => ({
  total: Math.min(total, most),
  more: total > most,
})

interface Slice {
  offset: number
  limit: number
}

/** The first rows: how many there are, how many have the keyword, and samples of what it is looked for in (pieces.ts). */
export interface Looked {
  looked: number
  matched: number
  texts: string | null
  /** Of whom the rows belong to, where it is looked for there, too. */
  people?: string | null
}

interface Steps<Row> {
  /** The first `most` rows in the list's order. */
  first(most: number): Promise<Looked | undefined>
  /** Whether `enough` of the first `most` rows have the keyword. */
  enough(most: number, enough: number): Promise<boolean>
  /** Of the first `most` rows, a page of those with the keyword. */
  listFirst(most: number, slice: Slice): Promise<Row[]>
  /** A page of those with the keyword, by its index; `matches` counts no further than one more than `most`. */
  find(most: number, first: Looked | undefined): Promise<{ matches: number; rows: Row[] }>
}

/**
 * The first listedMatches are listed, and nobody counts further. What many have is soon met on the way along the list's order.
 * What few have is found by its index; of more than are listed, it is not said which ones: all would have to be read to be put
 * in order.
 */
export async function searchByKeyword<Row>({ offset, limit }: Slice, steps: Steps<Row>): Promise<Listed<Row>> {
  const first = await steps.first(glance)
  const { looked = 0, matched = 0 } = first ?? {}
  // These are all there are.
  if (looked < glance) return { rows: await steps.listFirst(glance, { offset, limit }), ...counted(matched) }
  if (matched >= many && (await steps.enough(walk, listedMatches + 1))) {
    const rows = await steps.listFirst(walk, { offset, limit: Math.max(0, Math.min(limit, listedMatches - offset)) })
    return { rows, total: listedMatches, more: true }
  }
  return found(steps, first)
}

/** By the index at once. */
export async function found<Row>({ find }: Pick<Steps<Row>, 'find'>, first?: Looked): Promise<Listed<Row>> {
  const { matches, rows } = await find(listedMatches, first)
  return { rows, ...counted(matches, listedMatches) }
}
