import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { listedRows } from '#contract/people.ts'
import type { Database } from '../database/database.ts'
import { departmentTree } from '../departments/departments.ts'
import { queryOf } from './query.ts'
import { searchEmployees } from './search.ts'
import { viewOf } from './view.ts'

/** One page of a company's people. */
export async function listedPeople(
  company: Database,
  companyId: string,
  { order, page, page_size, ...filter }: ParsedOf<'getCompanyUserList'>,
): Promise<OutputOf<'getCompanyUserList'>> {
  const tree = await departmentTree(company, companyId)
  const query = queryOf(companyId, filter, tree)
  const offset = Math.min((page - 1) * page_size, listedRows)
  const limit = Math.min(page_size, listedRows - offset)
  const { rows, total, more } = await searchEmployees(company, query, { order, limit, offset })
  return { list: rows.map(row => viewOf(row, tree)), total, more }
}
