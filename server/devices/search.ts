import { listedRows } from '#contract/people.ts'
import type { Database } from '../database/database.ts'
import { counted, found, type Listed, type Looked, searchByKeyword } from '../database/keyword-search.ts'
import { rarestPieces } from '../database/pieces.ts'
import {
  countDevices,
  type DeviceRow,
  enoughWithKeyword,
  findByKeyword,
  firstWithKeyword,
  listByVersion,
  listDevices,
  listFirst,
  type Page,
  type Search,
  totalDevices,
} from './list.sql.ts'

/** Looking a version up takes as long as reading so many rows of an index. */
const rowsOfVersion = 40

interface ListedDevices extends Listed<DeviceRow> {
  /** Of the company: those that wait for their audit. */
  pending: number
}

/** One page of the list, of which the first listedRows can be asked for. */
export async function searchDevices(company: Database, search: Search, page: Page): Promise<ListedDevices> {
  const { keyword, unseen_days, employee_id } = search.filter
  const counting = totalDevices(company, search)
  if (keyword) {
    const [known, matches] = await Promise.all([counting, byKeyword(company, search, keyword, page)])
    return { ...matches, pending: known?.pending ?? 0 }
  }
  if (unseen_days !== undefined || employee_id !== undefined) {
    const [known, rows, count] = await Promise.all([
      counting,
      listDevices(company, search, page),
      countDevices(company, search, listedRows + 1),
    ])
    return { rows, ...counted(count), pending: known?.pending ?? 0 }
  }
  const { all = 0, total = 0, versions = 0, pending = 0 } = (await counting) ?? {}
  const list = isShorterByVersion(search, page, { all, total, versions }) ? listByVersion : listDevices
  return { rows: total ? await list(company, search, page) : [], total, more: total > listedRows, pending }
}

/** Waiting, rejected or suspended, as few are (migration 0019). */
const isExceptional = ({ audit_state, auth_state }: Search['filter']) =>
  (audit_state !== undefined && audit_state !== 'approved') || auth_state === 'suspended'

/** Whether fewer rows are read by going through the outdated versions than along the list's order past all others. */
function isShorterByVersion(
  { filter }: Search,
  { offset, limit }: Page,
  { all, total, versions }: { all: number; total: number; versions: number },
): boolean {
  // Each of the exceptional states has an index in the list's order.
  if (filter.outdated === undefined || isExceptional(filter)) return false
  const end = Math.min(offset + limit, total)
  return Math.min(4 * end, total) + versions * rowsOfVersion < (end * all) / total
}

function byKeyword(company: Database, search: Search, keyword: string, page: Page) {
  const find = (most: number, first?: Looked) =>
    findByKeyword(company, search, {
      ...page,
      keyword,
      own: rarestPieces(keyword, first?.texts ?? ''),
      people: rarestPieces(keyword, first?.people ?? ''),
      most,
    })
  // They have an index of their own for all that they are found by: nobody need look first.
  if (isExceptional(search.filter) && !search.filter.employee_id) return found({ find })
  return searchByKeyword(page, {
    first: most => firstWithKeyword(company, search, keyword, most),
    enough: (most, enough) => enoughWithKeyword(company, search, { keyword, most, enough }),
    listFirst: (most, slice) => listFirst(company, search, { keyword, most, ...slice }),
    find,
  })
}
