import type { InputOf, OutputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import { maxBulkRows } from '#web/ui/list/limits.ts'
import { showRefusal } from '#web/ui/show-refusal.ts'

type Employee = OutputOf<'getCompanyUserList'>['list'][number]

const pageSize = 100

type Filters = InputOf<'exportCompanyUsers'>

/** Selects all matching employees, up to the limit of a bulk action. */
export const everyEmployee = (filters: Filters) => ({
  load: async (): Promise<Employee[] | undefined> => (await loadFirstEmployees(filters))?.people,
  most: maxBulkRows,
})

interface Loaded {
  people: Employee[]
  /** More people match than one action takes. */
  more: boolean
}

/** Loads the people who can be assigned days: active ones followed by invited ones, unless the filters name another state. */
export async function loadServable(filters: Filters): Promise<Loaded | undefined> {
  if (filters.state) return await loadFirstEmployees(filters)
  const active = await loadFirstEmployees({ ...filters, state: 'active' })
  if (!active || active.more) return active
  const invited = await loadFirstEmployees({ ...filters, state: 'invited' })
  if (!invited) return undefined
  // A person may have agreed between the two calls.
  const both = [...active.people, ...invited.people].map(person => [person.employee_id, person] as const)
  const people = [...new Map(both).values()]
  return { people: people.slice(0, maxBulkRows), more: invited.more || people.length > maxBulkRows }
}

async function loadFirstEmployees(filters: Filters): Promise<Loaded | undefined> {
  const people: Employee[] = []
  let more = false
  for (let page = 1; page <= maxBulkRows / pageSize; page++) {
    const answer = await api.getCompanyUserList({ ...filters, page, page_size: pageSize })
    if (!answer.ok) {
      showRefusal(answer)
      return undefined
    }
    const { list, total, more: goesOn } = answer.data
    people.push(...list)
    more = goesOn || total > people.length
    if (list.length < pageSize) break
  }
  return { people, more }
}
