import type { Page } from './listed.ts'

interface Part<Row> {
  /** Counts no further than `most`. */
  count: (most: number) => Promise<number>
  list: (page: Page) => Promise<Row[]>
}

interface PageRequest {
  page: number
  page_size: number
  /** The number of rows that are counted and can be paged to. */
  most: number
}

/**
 * Returns one page of a list of two parts, each in an order of its own that an index has: what waits, then what is
 * done. A filter may leave out either.
 */
export async function waitingFirst<Row>(
  parts: readonly Part<Row>[],
  { page, page_size, most }: PageRequest,
): Promise<{ list: Row[]; total: number; more: boolean }> {
  const counts = await Promise.all(parts.map(part => part.count(most + 1)))
  const total = counts.reduce((sum, each) => sum + each, 0)
  const list: Row[] = []
  const start = (page - 1) * page_size
  const end = Math.min(start + page_size, most)
  let before = 0
  for (const [index, part] of parts.entries()) {
    const count = counts[index] ?? 0
    const offset = Math.max(0, start - before)
    const limit = Math.min(count - offset, end - Math.max(start, before))
    if (limit > 0) list.push(...(await part.list({ limit, offset })))
    before += count
  }
  return { list, total: Math.min(total, most), more: total > most }
}
