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
  renewed: string[]
  /** Problems that a person has to look at. */
  problems: string[]
}

type Employee = Awaited<ReturnType<Client['getCompanyUserList']>>['list'][number]

/** Reads everybody, page by page. */
async function listEveryone(portal: Client): Promise<Employee[]> {
  const everyone: Employee[] = []
  for (let page = 1; ; page += 1) {
    const { list, total } = await portal.getCompanyUserList({ page, page_size: 100 })
    everyone.push(...list)
    if (!list.length || everyone.length >= total) return everyone
  }
}

const withKey = (...parts: string[]) => ({
  idempotencyKey: parts
    .join('-')
    .replace(/[^\w-]/g, '')
    .slice(0, 64),
})

/** Adds who is new and removes who has left. Managers stay: only a manager removes a manager. */
export async function syncPeople(portal: Client, people: readonly Person[], day: string): Promise<Outcome> {
  const outcome: Outcome = { added: [], removed: [], renewed: [], problems: [] }
  const present = await listEveryone(portal)
  const joiners = people.filter(({ phone }) => !present.some(each => each.phone === phone))
  for (const { phone, name, jobNumber } of joiners) {
    // The key is made of what is to be done: a run that was interrupted is simply started again.
    const { results } = await portal.addCompanyUser(
      { employees: [{ phone, name, job_number: jobNumber }] },
      withKey('join', day, phone),
    )
    const problem = results.find(result => result.problem)?.problem
    if (problem) outcome.problems.push(`${name}：${problem}`)
    else outcome.added.push(name)
  }
  const leavers = present.filter(
    ({ phone, role }) => role === 'employee' && !people.some(person => person.phone === phone),
  )
  for (const { employee_id, name } of leavers) {
    try {
      await portal.delCompanyUser({ employee_ids: [employee_id] }, withKey('leave', employee_id))
      outcome.removed.push(name)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      outcome.problems.push(`${name}：${error.message}`)
    }
  }
  return outcome
}

/** Orders the renewal of the lines that end soon. A manager pays in the console: a token moves no money. */
export async function renewLines(portal: Client, days: number, day: string): Promise<string[]> {
  const { list } = await portal.getCompanyVplList({ state: 'expiring', page_size: 100 })
  const renewed: string[] = []
  for (const { svp_id, name } of list) {
    const { idempotencyKey } = withKey('renew', day, svp_id)
    try {
      await portal.createOrder({ kind: 'renewal', svp_ids: [svp_id], days, request_key: idempotencyKey })
      renewed.push(name)
    } catch (error) {
      // Its renewal was ordered before and is not paid yet.
      if (!(error instanceof Refused)) throw error
    }
  }
  return renewed
}
