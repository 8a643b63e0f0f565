import { listedMatches, listedRows } from '#contract/people.ts'
import type { Database } from '../database/database.ts'
import { rarestPieces } from '../database/pieces.ts'
import { totalPeople } from './counters.sql.ts'
import type { EmployeeRow } from './employees.sql.ts'
import {
  countEmployees,
  type EmployeePage,
  type EmployeeQuery,
  enoughWithKeyword,
  findByKeyword,
  firstWithKeyword,
  listEmployees,
  listFirst,
} from './list.sql.ts'

/** So many rows tell whether a keyword is had by many: by so many of them. Then as many as `walk` are gone through. */
const glance = 200
const many = 20
const walk = 3_000

export interface Listed {
  rows: EmployeeRow[]
  /** Exact wherever it can be known without reading everybody, else as far as the list reaches. */
  total: number
  /** There are more than the list reaches. */
  more: boolean
}

const counted = (total: number, most = listedRows) => ({ total: Math.min(total, most), more: total > most })

/** One page of a list, of which the first listedRows can be asked for. */
export async function searchEmployees(company: Database, query: EmployeeQuery, page: EmployeePage): Promise<Listed> {
  const { keyword } = query.filter
  if (keyword) return byKeyword(company, query, keyword, page)
  const [rows, total] = await Promise.all([listEmployees(company, query, page), totalOf(company, query)])
  return { rows, ...total }
}

async function totalOf(company: Database, { companyId, filter, departmentIds }: EmployeeQuery) {
  if (filter.role || filter.service)
    return counted(await countEmployees(company, { companyId, filter, departmentIds }, listedRows + 1))
  const withoutDepartment = filter.without_dept
  const total = await totalPeople(company, companyId, { departmentIds, withoutDepartment, state: filter.state })
  return { total, more: total > listedRows }
}

/**
 * The first listedMatches are listed, and nobody counts further. What many have is soon met on the way along the list's order.
 * What few have is found by its index; of more than are listed, it is not said which ones: all would have to be read to be put
 * in order.
 */
async function byKeyword(
  company: Database,
  query: EmployeeQuery,
  keyword: string,
  page: EmployeePage,
): Promise<Listed> {
  const { order, offset } = page
  // Any rows tell how many have it; those whose service ends then and then lie together in one order alone.
  const glanced = query.filter.service ? 'service_end' : order
  const first = await firstWithKeyword(company, query, { keyword, order: glanced, most: glance })
  const { looked = 0, matched = 0, texts } = first ?? {}
  // These are all there are.
  if (looked < glance)
    return { rows: await listFirst(company, query, { ...page, keyword, most: glance }), ...counted(matched) }
  const enough = listedMatches + 1
  if (matched >= many && (await enoughWithKeyword(company, query, { keyword, order, most: walk, enough }))) {
    const limit = Math.max(0, Math.min(page.limit, listedMatches - offset))
    const rows = await listFirst(company, query, { order, offset, limit, keyword, most: walk })
    return { rows, total: listedMatches, more: true }
  }
  const pieces = rarestPieces(keyword, texts ?? '')
  const { matches, rows } = await findByKeyword(company, query, { ...page, keyword, pieces, most: listedMatches })
  return { rows, ...counted(matches, listedMatches) }
}
