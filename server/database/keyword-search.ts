import { z } from 'zod'
import { listedMatches, listedRows } from '#contract/people.ts'

/**
 * When at least `many` of the first `glance` rows have a keyword, it counts as frequent and up to `walk` rows are gone
 * through.
 */
export const glance = 200
export const many = 20
export const walk = 3_000

export interface Listed<Row> {
  rows: Row[]
  /** The total is exact wherever it can be known without reading everything; else it stops where the list does. */
  total: number
  /** True when there are more than the list reaches. */
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

/**
 * The findings of the first rows: their number, the number that have the keyword, and samples of the texts that are searched
 * (pieces.ts).
 */
export const glanced = z.object({ examined: z.int(), matched: z.int(), texts: z.string().nullable() })

export type Glance = z.output<typeof glanced> & {
  /** A sample of the people the rows belong to, where they are searched too. */
  people?: string | null
}

interface Steps<Row> {
  /** Looks at the first `most` rows in the list's order. */
  first(most: number): Promise<Glance | undefined>
  /** Reports whether `enough` of the first `most` rows have the keyword. */
  enough(most: number, enough: number): Promise<boolean>
  /** Returns a page of the rows with the keyword among the first `most` rows. */
  listFirst(most: number, slice: Slice): Promise<Row[]>
  /**
   * Returns a page of the rows with the keyword, by its index; `matches` counts no further than one more than `most`.
   */
  find(most: number, first: Glance | undefined): Promise<{ matches: number; rows: Row[] }>
}

/**
 * Lists the first listedMatches and counts no further. A frequent keyword is soon met on the way along the list's
 * order. A rare one is found by its index. When the index finds more than are listed, it is unspecified which ones
 * appear, because all would have to be read to be put in order.
 */
export async function searchByKeyword<Row>({ offset, limit }: Slice, steps: Steps<Row>): Promise<Listed<Row>> {
  const first = await steps.first(glance)
  const { examined = 0, matched = 0 } = first ?? {}
  // The list has no further rows.
  if (examined < glance) return { rows: await steps.listFirst(glance, { offset, limit }), ...counted(matched) }
  if (matched >= many && (await steps.enough(walk, listedMatches + 1))) {
    const rows = await steps.listFirst(walk, { offset, limit: Math.max(0, Math.min(limit, listedMatches - offset)) })
    return { rows, total: listedMatches, more: true }
  }
  return found(steps, first)
}

/** Searches by the index at once. */
export async function found<Row>({ find }: Pick<Steps<Row>, 'find'>, first?: Glance): Promise<Listed<Row>> {
  const { matches, rows } = await find(listedMatches, first)
  return { rows, ...counted(matches, listedMatches) }
}
