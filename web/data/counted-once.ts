import type { Answered, CallOptions } from './answers.ts'

interface Counted {
  total: number
  more: boolean
}
interface Listed extends Counted {
  list: readonly unknown[]
}
interface Query {
  page: number
  page_size: number
  counted?: Counted
}

/**
 * Wraps a list's call so that paging through it counts once: further pages of the same filters pass the count along. A call for the
 * same page again is a reload after a change, and counts anew.
 */
export function countedOnce<Input extends Partial<Query>, Data extends Listed>(
  send: (input: Input, options?: CallOptions) => Promise<Answered<Data>>,
) {
  let kept: { filters: string; page: number | undefined; counted: Counted } | undefined
  return async (input: Input, options?: CallOptions): Promise<Answered<Data>> => {
    const { page, page_size: _, ...rest } = input
    const filters = JSON.stringify(rest)
    const earlier = kept?.filters === filters && kept.page !== page && page !== 1 ? kept.counted : undefined
    const first = await send(earlier ? { ...input, counted: earlier } : input, options)
    // The page is empty, so the count is outdated, and without a correct one the page cannot show where the list ends.
    const result = earlier && first.ok && first.data.list.length === 0 ? await send(input, options) : first
    if (result.ok) kept = { filters, page, counted: { total: result.data.total, more: result.data.more } }
    return result
  }
}
