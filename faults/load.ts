import { setTimeout as sleep } from 'node:timers/promises'
import { type Buyer, findFaults, openShop, ordersEach } from './buyers.ts'
import { type Change, type Customer, findMiscounts, nextChange, openCustomers, send } from './repeats.ts'
import { type Client, randomBetween } from './site.ts'

/** One request as the client saw it. */
interface Entry {
  what: string
  at: number
  milliseconds: number
  /** Undefined for a success. */
  failure: string | undefined
  change: boolean
}

export interface Load {
  journal: Entry[]
  /** Ends the load; unanswered requests are repeated with their key until they are answered. */
  end(): Promise<void>
  /** Finds what was acknowledged and is lost, or exists twice. */
  findFaults(): Promise<string[]>
}

interface Target {
  url: string
  databaseUrl: string
}

const companies = 120
const shoppers = 4

/** Orders, changes with a key, reads and pages, each in the journal with its result; `pace` times slower. */
export async function startLoad(client: Client, target: Target, pace = 1): Promise<Load> {
  // A pause between two requests of one person leaves processor time for the cost of the fault itself.
  const pause = () => sleep(pace * randomBetween(30, 120))
  const buyers = await openShop(target, companies)
  const customers = await openCustomers(target)
  const journal: Entry[] = []
  let over = 0
  /** A request that is refused for good must not keep the load from ending; the check afterwards finds it. */
  const isStuck = () => over > 0 && Date.now() - over > 60_000

  async function record(what: string, change: boolean, request: () => Promise<string | undefined>): Promise<boolean> {
    const at = Date.now()
    const failure = await request().catch(error => `${error}`)
    journal.push({ what, at, milliseconds: Date.now() - at, failure, change })
    return failure === undefined
  }
  let turn = 0
  const shop = async () => {
    for (let buyer = buyers[turn++]; buyer && !over; buyer = buyers[turn++]) await buy(buyer)
  }
  const buy = async ({ basket, sid, acknowledged }: Buyer) => {
    for (; !over && acknowledged.size < ordersEach; await sleep(pace * randomBetween(300, 600))) {
      const request_key = crypto.randomUUID()
      const order = async () => {
        const { code, msg, data } = await client.call(target.url, 'createOrder', { ...basket, request_key }, { sid })
        if (code !== 200) return `${code} ${msg}`
        acknowledged.set(request_key, data.order_id)
        return undefined
      }
      while (!(await record('createOrder', true, order)) && !isStuck()) await sleep(100)
    }
  }
  const change = async (customer: Customer) => {
    for (; !over; await pause()) {
      const next = nextChange(customer)
      customer.changes.push(next)
      while (!(await record(next.name, true, () => answered(customer, next))) && !isStuck()) await sleep(100)
    }
  }
  const answered = async (customer: Customer, next: Change) =>
    (await send(client, target.url, customer, next)) ?? (next.answer === undefined ? 'no answer' : undefined)
  const read = async ({ sid }: Buyer) => {
    for (; !over; await pause())
      await record('wGetUserInfo', false, async () => {
        const { code, msg } = await client.call(target.url, 'wGetUserInfo', {}, { sid })
        return code === 200 ? undefined : `${code} ${msg}`
      })
  }
  const open = async () => {
    for (; !over; await pause())
      await record('page', false, async () => {
        const answer = await fetch(target.url)
        await answer.text()
        return answer.ok ? undefined : `${answer.status}`
      })
  }
  const people = [
    ...Array.from({ length: shoppers }, shop),
    ...customers.map(change),
    ...buyers.slice(0, 4).map(read),
    open(),
  ]
  return {
    journal,
    async end() {
      over = Date.now()
      await Promise.all(people)
    },
    findFaults: async () => [
      ...(turn > buyers.length
        ? ['every company had all the orders that it may have, and nobody bought any more']
        : []),
      ...(await findFaults(client, target, buyers)),
      ...(await findMiscounts(target, customers)),
    ],
  }
}

/** Summarizes the failures. */
export function summaryOf(entries: Entry[]): string {
  const failed = entries.filter(({ failure }) => failure !== undefined)
  const kinds = Object.entries(Object.groupBy(failed, ({ what, failure }) => `${what}: ${failure?.slice(0, 60)}`))
  const longest = Math.max(0, ...entries.map(({ milliseconds }) => milliseconds))
  return [
    `${entries.length} requests, ${failed.length} failed, the longest ${longest} ms`,
    ...kinds.slice(0, 4).map(([kind, all]) => `${all?.length} × ${kind}`),
  ].join('; ')
}
