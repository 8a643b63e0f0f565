import type { InputOf, OutputOf } from '#contract/index.ts'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { bulkMost } from '#web/ui/list/limits.ts'
import { toast } from '#web/ui/toast.ts'

type Employee = OutputOf<'getCompanyUserList'>['list'][number]

const pageSize = 100

/** All employees that match, as many as a bulk action takes; undefined after having said why not. */
export async function loadAll(filters: InputOf<'exportCompanyUsers'>): Promise<Employee[] | undefined> {
  const rows: Employee[] = []
  for (let page = 1; page <= bulkMost / pageSize; page++) {
    const answer = await api.getCompanyUserList({ ...filters, page, page_size: pageSize }, { quiet: true })
    if (!answer.ok) {
      if (!isSessionRefusal(answer)) toast.error(sentence(answer))
      return undefined
    }
    rows.push(...answer.data.list)
    if (answer.data.list.length < pageSize) break
  }
  return rows
}
