import { listedRows } from '#contract/people.ts'
import type { Database } from './database.ts'
import { together } from './together.ts'

/** A part of a list. */
export interface Page {
  limit: number
  offset: number
}

interface PageNumber {
  page: number
  page_size: number
}

export const pageOf = ({ page, page_size }: PageNumber): Page => ({ limit: page_size, offset: (page - 1) * page_size })

/** Reads the rows of a page and how many rows there are, in one trip. */
export async function listAndTotal<Row>(
  handle: Database,
  ask: (database: Database) => readonly [Promise<Row[]>, Promise<number>],
) {
  const [list, total] = await together(handle, ask)
  return { list, total }
}

/** Returns the rows of a page, of the first `most` that can be paged to. */
export function listedPage({ page, page_size }: PageNumber, most = listedRows): Page {
  const offset = Math.min((page - 1) * page_size, most)
  return { offset, limit: Math.min(page_size, most - offset) }
}

/** The page of which only the total is used, because the rows are read by their ids. */
export const oneRow: Page = { offset: 0, limit: 1 }

/** Returns the page of which one row more was read, which shows whether others follow. */
export const beforeOthers = <Row>(rows: Row[], limit: number): { rows: Row[]; more: boolean } => ({
  rows: rows.slice(0, limit),
  more: rows.length > limit,
})

/** One row more than can be paged to is counted, which shows whether there are more. */
export const countedRows = listedRows + 1

export const listedTotal = (counted: number, most = listedRows) => ({
  total: Math.min(counted, most),
  more: counted > most,
})
