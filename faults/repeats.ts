import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { CallName } from '#contract/index.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'
import type { Figure } from '../bench/figures.ts'
import { expectNone } from './interruptions.ts'
import { type Client, type DatabasePlace, randomBetween, withDatabase, withSite } from './site.ts'

/** A change that a client keeps sending with one key until it is answered. */
export interface Change {
  key: string
  name: CallName
  input: object
  /** The data of its first answer; every later one must be the same. */
  answer?: string
}

export interface Customer {
  companyId: string
  employeeId: string
  sid: string
  changes: Change[]
}

const customers = 6
const days = 100_000

export const openCustomers = (place: DatabasePlace): Promise<Customer[]> =>
  withDatabase(place, async (system, make) => {
    const made: Customer[] = []
    for (let index = 0; index < customers; index += 1) {
      const company = await make.company({ employees: 1 })
      const [employee] = company.employees
      if (!employee) throw new Error('the company has no employee')
      await creditService(system, { companyId: company.id, days, kind: 'purchase', note: '' })
      made.push({
        companyId: company.id,
        employeeId: employee.id,
        sid: await make.session(company.owner.account),
        changes: [],
      })
    }
    return made
  })

/** One day for the employee, or a department: a repetition of either does harm, and neither shows it by itself. */
export const nextChange = ({ employeeId, changes }: Customer): Change => {
  const key = randomUUID()
  return changes.length % 2
    ? { key, name: 'setCompanyUserService', input: { employee_ids: [employeeId], days: 1 } }
    : { key, name: 'setDepartment', input: { name: `部门${key.slice(0, 12)}` } }
}

/** Returns what is wrong with the answer; after no answer, and after 503, the change stays unanswered. */
export async function send(
  client: Client,
  url: string,
  { sid }: Customer,
  change: Change,
): Promise<string | undefined> {
  const { name, input, key } = change
  const answer = await client.call(url, name, input as never, { sid, key }).catch(() => undefined)
  if (answer?.code !== 200) return answer && answer.code !== 503 ? `${name}: ${answer.code} ${answer.msg}` : undefined
  const data = JSON.stringify(answer.data)
  if (change.answer !== undefined && change.answer !== data) return `${name}: ${change.answer}, then ${data}`
  change.answer = data
  return undefined
}

/**
 * Kills the portal with kill -9 while customers make changes, then repeats each of them with its key, also answered ones: every
 * change must exist exactly once, with the same answer.
 */
export const repeated = (times: number) =>
  withSite(async ({ client, start }): Promise<Figure[]> => {
    let portal = await start()
    const all = await openCustomers(portal)
    const faults: string[] = []
    let unsure = 0
    for (let round = 0; round < times; round += 1) {
      let killed = false
      const changing = all.map(async customer => {
        while (!killed) {
          const change = nextChange(customer)
          customer.changes.push(change)
          const fault = await send(client, portal.url, customer, change)
          if (fault && !killed) faults.push(fault)
        }
      })
      await sleep(randomBetween(100, 600))
      portal.kill('SIGKILL')
      killed = true
      await portal.ended
      await Promise.all(changing)
      portal = await start()
      for (const customer of all)
        for (const change of customer.changes.slice(-20)) {
          if (change.answer === undefined) unsure += 1
          const fault = await send(client, portal.url, customer, change)
          if (fault) faults.push(fault)
          if (change.answer === undefined) faults.push(`${change.name} could not be repeated`)
        }
    }
    const changes = all.reduce((sum, customer) => sum + customer.changes.length, 0)
    faults.push(...(await findMiscounts(portal, all)))
    return [
      expectNone(
        'kill -9 in the middle of changes, each repeated with its key: lost, doubled, answered otherwise',
        faults,
        `${times} times, ${changes} changes, ${unsure} without an answer before`,
      ),
      { name: 'changes whose answer was lost', result: unsure, unit: '', atLeast: times },
    ]
  })

/** Finds customers whose days or departments differ from the sum of their changes, each made once. */
export async function findMiscounts(place: DatabasePlace, all: Customer[]): Promise<string[]> {
  const faults: string[] = []
  await withDatabase(place, async system => {
    for (const { companyId, changes } of all) {
      const of = (name: CallName) => changes.filter(change => change.name === name).length
      const row = await system.row(z.object({ balance: z.number(), departments: z.number() }))`
          select (select days from service_balance where company_id = ${companyId}) as balance,
            (select count(*) from department where company_id = ${companyId}) as departments`
      if (row?.balance !== days - of('setCompanyUserService'))
        faults.push(`${of('setCompanyUserService')} days were given, ${days - (row?.balance ?? 0)} are gone`)
      if (row?.departments !== of('setDepartment'))
        faults.push(`${of('setDepartment')} departments were made, there are ${row?.departments}`)
    }
  })
  return faults
}
