import type { Page } from './listed.ts'

interface Part<Row> {
  /** Counts at most `most` rows. */
  count: (most: number) => Promise<number>
  list: (page: Page) => Promise<Row[]>
}

interface PageRequest {
  page: number
  page_size: number
  /** The most rows that are counted and can be reached by paging. */
  most: number
}

/**
 * Returns one page of a list in two parts, each in the order of its own index: pending rows, then finished ones. A filter may omit
 * either.
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
