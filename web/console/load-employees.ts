import type { InputOf, OutputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import { maxBulkRows } from '#web/ui/list/limits.ts'
import { tellRefusal } from '#web/ui/tell-refusal.ts'

type Employee = OutputOf<'getCompanyUserList'>['list'][number]

const pageSize = 100

/** Loads all matching employees, up to the limit of a bulk action; undefined after reporting an error. */
export async function loadEmployees(filters: InputOf<'exportCompanyUsers'>): Promise<Employee[] | undefined> {
  const rows: Employee[] = []
  for (let page = 1; page <= maxBulkRows / pageSize; page++) {
    const answer = await api.getCompanyUserList({ ...filters, page, page_size: pageSize })
    if (!answer.ok) {
      tellRefusal(answer)
      return undefined
    }
    rows.push(...answer.data.list)
    if (answer.data.list.length < pageSize) break
  }
  return rows
}
