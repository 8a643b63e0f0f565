import type { InputOf, OutputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import { maxBulkRows } from '#web/ui/list/limits.ts'
import { tellRefusal } from '#web/ui/tell-refusal.ts'

type Employee = OutputOf<'getCompanyUserList'>['list'][number]

const pageSize = 100

type Filters = InputOf<'exportCompanyUsers'>

/** Loads all matching employees, up to the limit of a bulk action; undefined after reporting an error. */
export const loadEmployees = async (filters: Filters): Promise<Employee[] | undefined> =>
  (await loadFirstEmployees(filters))?.people

/** Does the same, and reports whether more match. */
export async function loadFirstEmployees(filters: Filters): Promise<{ people: Employee[]; more: boolean } | undefined> {
  const people: Employee[] = []
  let more = false
  for (let page = 1; page <= maxBulkRows / pageSize; page++) {
    const answer = await api.getCompanyUserList({ ...filters, page, page_size: pageSize })
    if (!answer.ok) {
      tellRefusal(answer)
      return undefined
    }
    const { list, total, more: goesOn } = answer.data
    people.push(...list)
    more = goesOn || total > people.length
    if (list.length < pageSize) break
  }
  return { people, more }
}
