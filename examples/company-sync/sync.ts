import { type Client, Refused } from '../../clients/typescript/client.ts'

/** A person as the company's own personnel system knows them. */
export interface Person {
  phone: string
  name: string
  jobNumber: string
}

export interface Outcome {
  added: string[]
  removed: string[]
  /** Problems that a person has to check. */
  problems: string[]
}

/** These refuse the program and not a row, even after its retries: no other row fares better, and the next run continues. */
const ofProgram = [-41051, -41052, -41053, -42006, 429, 502, 503, 504]

/** Reports whether an error refuses only this request, and not the program. */
export const refusesOne = (error: unknown): error is Refused =>
  error instanceof Refused && !ofProgram.includes(error.code)

/** The number of leavers that one run may always remove, whatever their share, unless the source is empty. */
const fewLeavers = 3

/**
 * Reads a whole list by `after`. Pages reach only the first 1,000 rows, and a program that took those for all would neither find an
 * older employee nor know that one exists already.
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
 * Removes people who have left, then adds new ones. Managers stay: only a manager removes a manager. If more than `mayRemove`
 * percent of the others are missing, nobody is removed, because the source has probably failed. Each run compares with the present
 * state, so an interrupted run is repeated without harm.
 */
export async function syncPeople(
  portal: Client,
  people: readonly Person[],
  { mayRemove = 20 }: { mayRemove?: number } = {},
): Promise<Outcome> {
  // Compared with a value that is no number, any count of leavers would pass.
  if (!Number.isInteger(mayRemove) || mayRemove < 0 || mayRemove > 100)
    throw new RangeError('可移除的百分比须是 0 至 100 的整数')
  // Numbers that are no texts match nobody, and everybody would be missing.
  if (people.some(({ phone, jobNumber = '' }) => typeof phone !== 'string' || typeof jobNumber !== 'string'))
    throw new TypeError('名单里的手机号与工号须是文字')
  const outcome: Outcome = { added: [], removed: [], problems: [] }
  // A failure to read everybody throws before anybody is changed.
  const present = await readAll(
    after => portal.getCompanyUserList({ after, page_size: 100 }),
    ({ employee_id }) => employee_id,
  )
  const listed = new Set(people.map(({ phone }) => phone))
  const known = new Set(present.map(({ phone }) => phone))
  // A person with a new phone has not left: removed and added again, they would lose their devices and hours. One who has not
  // joined has none, and the invitation went to a number that may be a stranger's.
  const numbered = new Map(people.filter(({ jobNumber }) => jobNumber).map(person => [person.jobNumber, person]))
  const newNumbers = new Map<string, Person>()
  for (const { employee_id, phone, name, job_number, state } of present) {
    const person = numbered.get(job_number ?? '')
    if (listed.has(phone) || person?.name !== name || known.has(person.phone)) continue
    if (state !== 'active' && state !== 'disabled') continue
    newNumbers.set(employee_id, person)
    outcome.problems.push(`${name}：手机号变了，须由本人在门户更换，没有移除也没有另外添加`)
  }
  const moved = new Set(newNumbers.values())
  const joiners = people.filter(person => !known.has(person.phone) && !moved.has(person))
  const removable = present.filter(({ role }) => role === 'employee')
  const leavers = removable.filter(({ phone, employee_id }) => !listed.has(phone) && !newNumbers.has(employee_id))
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
  for (const { phone, name, jobNumber } of joiners)
    await attempt(outcome, name, async () => {
      const { results } = await portal.addCompanyUser({ employees: [{ phone, name, job_number: jobNumber }] })
      const problem = results.find(result => result.problem)?.problem
      if (problem) outcome.problems.push(`${name}：${problem}`)
      else outcome.added.push(name)
    })
  return outcome
}

/** A refusal by the portal is one person's problem; any other error ends the run. */
async function attempt({ problems }: Outcome, name: string, act: () => Promise<void>) {
  try {
    await act()
  } catch (error) {
    if (!refusesOne(error)) throw error
    problems.push(`${name}：${error.message}`)
  }
}
