import { listedRows } from '#contract/people.ts'

/** The rows of a page, of those that can be paged to. */
export function listedPage({ page, page_size }: { page: number; page_size: number }): {
  offset: number
  limit: number
} {
  const offset = Math.min((page - 1) * page_size, listedRows)
  return { offset, limit: Math.min(page_size, listedRows - offset) }
}

/** One more than can be paged to is counted, which says that there are more. */
export const countedRows = listedRows + 1

export const listedTotal = (counted: number) => ({
  total: Math.min(counted, listedRows),
  more: counted > listedRows,
})
