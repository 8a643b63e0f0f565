import { listedMatches, listedRows } from '#contract/people.ts'
import type { Database } from '../database/database.ts'
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

/** So many rows tell whether a keyword is had by many: by so many of them. Then as many as `walk` are gone through. */
const glance = 200
const many = 20
const walk = 3_000
/** Looking a version up takes as long as reading so many rows of an index. */
const rowsOfVersion = 40

export interface Listed {
  rows: DeviceRow[]
  /** Exact wherever it can be known without reading every device, else as far as the list reaches. */
  total: number
  /** There are more than the list reaches. */
  more: boolean
  /** Of the company: those that wait for their audit. */
  pending: number
}

const counted = (total: number, most = listedRows) => ({ total: Math.min(total, most), more: total > most })

/** One page of the list, of which the first listedRows can be asked for. */
export async function searchDevices(company: Database, search: Search, page: Page): Promise<Listed> {
  const { keyword, unseen_days, employee_id } = search.filter
  const counting = totalDevices(company, search)
  if (keyword) {
    const [known, found] = await Promise.all([counting, byKeyword(company, search, keyword, page)])
    return { ...found, pending: known?.pending ?? 0 }
  }
  if (unseen_days !== undefined || employee_id !== undefined) {
    const [known, rows, found] = await Promise.all([
      counting,
      listDevices(company, search, page),
      countDevices(company, search, listedRows + 1),
    ])
    return { rows, ...counted(found), pending: known?.pending ?? 0 }
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

/**
 * The first listedMatches are listed, and nobody counts further. What many have is soon met on the way along the list's order.
 * What few have is found by its index; of more than are listed, it is not said which ones: all would have to be read to be put
 * in order.
 */
async function byKeyword(company: Database, search: Search, keyword: string, page: Page) {
  // They have an index of their own for all that they are found by: nobody need look first.
  if (isExceptional(search.filter) && !search.filter.employee_id)
    return byIndex(company, search, { ...page, keyword, texts: '', people: '' })
  const first = await firstWithKeyword(company, search, keyword, glance)
  const { looked = 0, matched = 0, texts, people } = first ?? {}
  // These are all there are.
  if (looked < glance)
    return { rows: await listFirst(company, search, { ...page, keyword, most: glance }), ...counted(matched) }
  const enough = listedMatches + 1
  if (matched >= many && (await enoughWithKeyword(company, search, { keyword, most: walk, enough }))) {
    const limit = Math.max(0, Math.min(page.limit, listedMatches - page.offset))
    const rows = await listFirst(company, search, { offset: page.offset, limit, keyword, most: walk })
    return { rows, total: listedMatches, more: true }
  }
  return byIndex(company, search, { ...page, keyword, texts: texts ?? '', people: people ?? '' })
}

async function byIndex(
  company: Database,
  search: Search,
  { texts, people, ...page }: Page & { keyword: string; texts: string; people: string },
) {
  const { matches, rows } = await findByKeyword(company, search, {
    ...page,
    own: rarestPieces(page.keyword, texts),
    people: rarestPieces(page.keyword, people),
    most: listedMatches,
  })
  return { rows, ...counted(matches, listedMatches) }
}
