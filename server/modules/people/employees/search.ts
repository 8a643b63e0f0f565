import { listedRows } from '#contract/people.ts'
import type { Database } from '#server/database/database.ts'
import { counted, type Listed, searchByKeyword } from '#server/database/keyword-search.ts'
import { rarestPieces } from '#server/database/pieces.ts'
import { together } from '#server/database/together.ts'
import { totalPeople } from '../counters.sql.ts'
import type { EmployeeRow } from './employees.sql.ts'
import {
  countEmployees,
  countMatching,
  type EmployeePage,
  type EmployeeQuery,
  enoughWithKeyword,
  findByKeyword,
  firstWithKeyword,
  isByEnd,
  listEmployees,
  listFirst,
  listMatching,
} from './list.sql.ts'

/** Returns one page of a list; only the first listedRows can be requested. */
export async function searchEmployees(
  company: Database,
  query: EmployeeQuery,
  page: EmployeePage,
): Promise<Listed<EmployeeRow>> {
  const { keyword } = query.filter
  if (keyword && query.hidesPhones) return throughAll(company, query, page)
  if (keyword) return byKeyword(company, query, keyword, page)
  const [rows, total] = await together(company, database => [
    listEmployees(database, query, page),
    totalOf(database, query),
  ])
  return { rows, ...total }
}

/** The index does not tell in which field the keyword occurs. */
async function throughAll(company: Database, query: EmployeeQuery, page: EmployeePage) {
  const [rows, count] = await together(company, database => [
    listMatching(database, query, page),
    countMatching(database, query, listedRows + 1),
  ])
  return { rows, ...counted(count) }
}

async function totalOf(company: Database, { companyId, filter, departmentIds }: EmployeeQuery) {
  if (filter.role || isByEnd(filter))
    return counted(await countEmployees(company, { companyId, filter, departmentIds }, listedRows + 1))
  const withoutDepartment = filter.without_dept
  const total = await totalPeople(company, companyId, { departmentIds, withoutDepartment, state: filter.state })
  return { total, more: total > listedRows }
}

function byKeyword(company: Database, query: EmployeeQuery, keyword: string, page: EmployeePage) {
  const { order } = page
  // Any sample shows how many match; people whose service ends at about the same time are adjacent in only one order.
  const glanced = isByEnd(query.filter) ? 'service_end' : order
  return searchByKeyword(page, {
    first: most => firstWithKeyword(company, query, { keyword, order: glanced, most }),
    enough: (most, enough) => enoughWithKeyword(company, query, { keyword, order, most, enough }),
    listFirst: (most, slice) => listFirst(company, query, { keyword, order, most, ...slice }),
    find: (most, first) =>
      findByKeyword(company, query, { ...page, keyword, pieces: rarestPieces(keyword, first?.texts ?? ''), most }),
  })
}
