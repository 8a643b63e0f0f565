import { z } from 'zod'
import { listedMatches, listedRows } from '#contract/people.ts'

/** If at least `many` of the first `glance` rows match, a keyword counts as frequent and up to `walk` rows are scanned. */
export const glance = 200
export const many = 20
export const walk = 3_000

export interface Listed<Row> {
  rows: Row[]
  /** Exact if it can be known without reading everything; otherwise it stops at the end of the list. */
  total: number
  /** True if there are more matches than are listed. */
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

/** The result of scanning the first rows: their number, the number of matches, and samples of the searched texts (pieces.ts). */
export const glanced = z.object({ examined: z.int(), matched: z.int(), texts: z.string().nullable() })

export type Glance = z.output<typeof glanced> & {
  /** A sample of the people whom the rows belong to, if they are searched as well. */
  people?: string | null
}

interface Steps<Row> {
  /** Scans the first `most` rows in the list's order. */
  first(most: number): Promise<Glance | undefined>
  /** Reports whether at least `enough` of the first `most` rows match. */
  enough(most: number, enough: number): Promise<boolean>
  /** Returns a page of the matches among the first `most` rows. */
  listFirst(most: number, slice: Slice): Promise<Row[]>
  /** Returns a page of the matches, found by the index; `matches` counts at most one more than `most`. */
  find(most: number, first: Glance | undefined): Promise<{ matches: number; rows: Row[] }>
}

/**
 * Lists the first listedMatches and counts no further. A frequent keyword is soon found by scanning in the list's order, a rare one
 * by its index. If the index finds more than are listed, it is unspecified which ones are returned, because sorting would require
 * reading all of them.
 */
export async function searchByKeyword<Row>({ offset, limit }: Slice, steps: Steps<Row>): Promise<Listed<Row>> {
  const first = await steps.first(glance)
  const { examined = 0, matched = 0 } = first ?? {}
  // These are all rows of the list.
  if (examined < glance) return { rows: await steps.listFirst(glance, { offset, limit }), ...counted(matched) }
  if (matched >= many && (await steps.enough(walk, listedMatches + 1))) {
    const rows = await steps.listFirst(walk, { offset, limit: Math.max(0, Math.min(limit, listedMatches - offset)) })
    return { rows, total: listedMatches, more: true }
  }
  return found(steps, first)
}

/** Searches by the index only. */
export async function found<Row>({ find }: Pick<Steps<Row>, 'find'>, first?: Glance): Promise<Listed<Row>> {
  const { matches, rows } = await find(listedMatches, first)
  return { rows, ...counted(matches, listedMatches) }
}
