import sql, { raw, type Sql } from 'sql-template-tag'
import { listedRows } from '#contract/people.ts'
import type { Database } from './database.ts'
import { together } from './together.ts'

/** A part of a list. */
export interface Page {
  limit: number
  offset: number
}

/** The sizes of a page that the pages offer. */
const commonSizes = new Set([10, 20, 50, 100])

/**
 * Returns the `limit` clause of a list. For the first page of a list without filters, by far the most frequent question, it is a
 * literal: with parameters, PostgreSQL plans the statement again for every call, which costs more than reading the rows. What a
 * filter names decides which plan is best, so these statements are planned for their values.
 */
export function limitTo({ limit, offset }: Page, filter: object): Sql {
  const isFrequent = offset === 0 && commonSizes.has(limit) && Object.values(filter).every(value => value === undefined)
  return isFrequent ? raw(`limit ${limit}`) : sql`limit ${limit} offset ${offset}`
}

interface PageNumber {
  page: number
  page_size: number
}

export const pageOf = ({ page, page_size }: PageNumber): Page => ({ limit: page_size, offset: (page - 1) * page_size })

/** Reads the rows of a page and the total number of rows, in one round trip. */
export async function listAndTotal<Row>(
  handle: Database,
  ask: (database: Database) => readonly [Promise<Row[]>, Promise<number>],
) {
  const [list, total] = await together(handle, ask)
  return { list, total }
}

/** Returns the slice for a page, within the first `most` rows that can be reached by paging. */
export function listedPage({ page, page_size }: PageNumber, most = listedRows): Page {
  const offset = Math.min((page - 1) * page_size, most)
  return { offset, limit: Math.min(page_size, most - offset) }
}

/** The page of which only the total is used, because the rows are read by their ids. */
export const totalOnlyPage: Page = { offset: 0, limit: 1 }

/** Cuts off the one extra row that was read to learn whether more follow. */
export const trimExtraRow = <Row>(rows: Row[], limit: number): { rows: Row[]; more: boolean } => ({
  rows: rows.slice(0, limit),
  more: rows.length > limit,
})

/** One row more than paging can reach is counted, which shows whether there are more. */
export const countedRows = listedRows + 1

export const listedTotal = (counted: number, most = listedRows) => ({
  total: Math.min(counted, most),
  more: counted > most,
})
