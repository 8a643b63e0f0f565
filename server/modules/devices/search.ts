import { listedRows } from '#contract/people.ts'
import type { Database } from '#server/database/database.ts'
import { counted, found, type Glance, type Listed, searchByKeyword } from '#server/database/keyword-search.ts'
import type { Page } from '#server/database/listed.ts'
import { rarestPieces } from '#server/database/pieces.ts'
import { together } from '#server/database/together.ts'
import {
  countDevices,
  countWithin,
  type DeviceRow,
  enoughWithKeyword,
  findByKeyword,
  firstWithKeyword,
  listByVersion,
  listDevices,
  listFirst,
  listWithin,
  type Search,
  totalDevices,
} from './list.sql.ts'

/** Looking up a version costs as much as reading this many index rows. */
const rowsOfVersion = 40

interface ListedDevices extends Listed<DeviceRow> {
  /** The number of devices that wait for approval among those that match the other filters. */
  pending: number
}

/** Returns one page of the list; only the first listedRows can be requested. */
export async function searchDevices(company: Database, search: Search, page: Page): Promise<ListedDevices> {
  const { online, keyword } = search.filter
  if (search.departmentIds || online !== undefined || (search.hidesPhones && keyword))
    return searchWithin(company, search, page)
  const { audit_state, ...beside } = search.filter
  const listed = await searchListed(company, search, page)
  if (!Object.values(beside).some(value => value !== undefined)) return listed
  if (audit_state === 'pending') return { ...listed, pending: listed.total }
  const waiting = await searchListed(
    company,
    { ...search, filter: { ...beside, audit_state: 'pending' } },
    { offset: 0, limit: 1 },
  )
  return { ...listed, pending: waiting.total }
}

/**
 * The counters and indexes cover the company, not its departments, whose devices are few enough to scan; online ones are found by
 * the index of when they were seen. They also do not tell in which field a keyword occurs.
 */
async function searchWithin(company: Database, search: Search, page: Page): Promise<ListedDevices> {
  const waiting = { ...search, filter: { ...search.filter, audit_state: 'pending' as const } }
  const [rows, count, pending] = await together(company, database => [
    listWithin(database, search, page),
    countWithin(database, search, listedRows + 1),
    countWithin(database, waiting, listedRows),
  ])
  return { rows, ...counted(count), pending }
}

async function searchListed(company: Database, search: Search, page: Page): Promise<ListedDevices> {
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

/** Reports whether the filter asks for waiting, rejected or suspended devices, which are few (0011-devices.sql). */
const isExceptional = ({ audit_state, auth_state }: Search['filter']) =>
  (audit_state !== undefined && audit_state !== 'approved') || auth_state === 'suspended'

/** Reports whether reading by outdated version reads fewer rows than following the list's order past all other devices. */
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
  const find = (most: number, first?: Glance) =>
    findByKeyword(company, search, {
      ...page,
      keyword,
      own: rarestPieces(keyword, first?.texts ?? ''),
      people: rarestPieces(keyword, first?.people ?? ''),
      most,
    })
  // These devices have a separate index for all that they are found by, so no sample is needed first.
  if (isExceptional(search.filter) && !search.filter.employee_id) return found({ find })
  return searchByKeyword(page, {
    first: most => firstWithKeyword(company, search, keyword, most),
    enough: (most, enough) => enoughWithKeyword(company, search, { keyword, most, enough }),
    listFirst: (most, slice) => listFirst(company, search, { keyword, most, ...slice }),
    find,
  })
}
