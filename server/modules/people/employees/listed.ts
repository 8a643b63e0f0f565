import type { OutputOf, ParsedOf } from '#contract/index.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import { listedPage, totalOnlyPage, trimExtraRow } from '#server/database/listed.ts'
import type { Membership } from '#server/engines/context.ts'
import { departmentTree } from '../departments.ts'
import { type EmployeeQuery, employeesAfter } from './list.sql.ts'
import { queryOf } from './query.ts'
import { withDerived } from './read.ts'
import { searchEmployees } from './search.ts'

/** Returns one page of a company's people. */
export async function listedPeople(
  company: Database,
  rules: Pick<Config, 'ownVerification'>,
  { companyId, departments: within }: Pick<Membership, 'companyId' | 'departments'>,
  { order, page, page_size, after, ...filter }: ParsedOf<'getCompanyUserList'>,
  { hidesPhones }: Pick<EmployeeQuery, 'hidesPhones'> = {},
): Promise<OutputOf<'getCompanyUserList'>> {
  const departments = departmentTree(company, companyId)
  const query = { ...(await queryOf(companyId, filter, departments, within)), hidesPhones }
  const [tree, found] = await Promise.all([
    departments,
    searchEmployees(company, query, {
      order,
      ...(after === undefined ? listedPage({ page, page_size }) : totalOnlyPage),
    }),
  ])
  const { rows, more } =
    after === undefined ? found : trimExtraRow(await employeesAfter(company, query, after, page_size + 1), page_size)
  return { list: rows.map(row => withDerived(row, tree, rules)), total: found.total, more }
}
