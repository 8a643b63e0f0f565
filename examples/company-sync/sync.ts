import { type Client, Refused } from '../../clients/typescript/client.ts'

/** Somebody as the company's own system of personnel knows them. */
export interface Person {
  phone: string
  name: string
  jobNumber: string
}

export interface Outcome {
  added: string[]
  removed: string[]
  /** Problems that a person has to look at. */
  problems: string[]
}

/** So few may be removed in one run whatever share of the people they are, unless nobody is left in the source. */
const fewLeavers = 3

/**
 * Reads a whole list by `after`. Pages reach the first 1,000 rows alone, and whoever takes those for everybody would neither
 * find an older employee nor know that one is there already.
 */
export async function readAll<Row>(
  read: (after: string | null) => Promise<{ list: Row[]; more: boolean }>,
  idOf: (row: Row) => string,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const last = rows.at(-1)
    const { list, more } = await read(last ? idOf(last) : null)
    rows.push(...list)
    if (!more) return rows
    if (!list.length) throw new Error('列表没有读完')
  }
}

/**
 * Removes who has left, then adds who is new. Managers stay: only a manager removes a manager. More than `mayRemove` percent of the
 * others are not removed, because the source has probably failed. Each run compares with what is there, so an interrupted run is simply
 * started again.
 */
export async function syncPeople(
  portal: Client,
  people: readonly Person[],
  { mayRemove = 20 }: { mayRemove?: number } = {},
): Promise<Outcome> {
  // Compared with what is no number, any count of leavers would pass.
  if (!Number.isInteger(mayRemove) || mayRemove < 0 || mayRemove > 100)
    throw new RangeError('可移除的百分比须是 0 至 100 的整数')
  const outcome: Outcome = { added: [], removed: [], problems: [] }
  // A failure to read everybody throws before anybody is touched.
  const present = await readAll(
    after => portal.getCompanyUserList({ after, page_size: 100 }),
    ({ employee_id }) => employee_id,
  )
  const listed = new Set(people.map(({ phone }) => phone))
  const known = new Set(present.map(({ phone }) => phone))
  const removable = present.filter(({ role }) => role === 'employee')
  const leavers = removable.filter(({ phone }) => !listed.has(phone))
  const most = people.length ? Math.max(fewLeavers, Math.floor((removable.length * mayRemove) / 100)) : 0
  if (leavers.length > most && mayRemove < 100)
    outcome.problems.push(`名单里少了 ${leavers.length} 人，超过一次可移除的 ${most} 人，没有移除任何人`)
  // Leavers come first: no fault in a joiner's row may leave them their access.
  else
    for (const { employee_id, name } of leavers)
      await attempt(outcome, name, async () => {
        await portal.delCompanyUser({ employee_ids: [employee_id] })
        outcome.removed.push(name)
      })
  for (const { phone, name, jobNumber } of people.filter(person => !known.has(person.phone)))
    await attempt(outcome, name, async () => {
      const { results } = await portal.addCompanyUser({ employees: [{ phone, name, job_number: jobNumber }] })
      const problem = results.find(result => result.problem)?.problem
      if (problem) outcome.problems.push(`${name}：${problem}`)
      else outcome.added.push(name)
    })
  return outcome
}

/** What the portal refuses is one person's problem; anything else ends the run. */
async function attempt({ problems }: Outcome, name: string, act: () => Promise<void>) {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    problems.push(`${name}：${error.message}`)
  }
}
