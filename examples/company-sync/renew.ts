import { createHash } from 'node:crypto'
import type { Client } from '../../clients/typescript/client.ts'
import { readAll, refusesOne } from './sync.ts'

type Line = Awaited<ReturnType<Client['getCompanyVplList']>>['list'][number]

/** The most lines in one order. A token may leave ten orders waiting, so one order for each line would not do. */
const linesPerOrder = 200
/** How often an unpaid order, which is closed after three days, is placed for one end of its lines. */
const attempts = 5
/** A line is gone, no longer for sale, or renewed by an order that waits: the others can be ordered without it. */
const ofOneLine = [-52001, -49002, -49017]

export interface Renewals {
  /** The lines whose renewal now waits for its payment. */
  ordered: string[]
  problems: string[]
}

/** Orders the renewal of the lines that end soon. The managers are notified and pay in the console: a token moves no money. */
export async function renewLines(portal: Client, days: number): Promise<Renewals> {
  const outcome: Renewals = { ordered: [], problems: [] }
  const expiring = await readAll(
    after => portal.getCompanyVplList({ state: 'expiring', after, page_size: 100 }),
    ({ svp_id }) => svp_id,
  )
  const waiting = new Set((await renewals(portal, 'pending')).map(({ svp_id }) => svp_id))
  // Guard: together with another line it would be a different order, which the cancelled one's key doesn't find.
  const cancelled = new Set((await renewals(portal, 'cancelled')).map(renewalOf))
  const isUnwanted = (line: Line) => cancelled.has(renewalOf({ svp_id: line.svp_id, old_ends_at: line.ends_at }))
  // The portal itself orders lines with automatic renewal.
  const open = expiring.filter(({ svp_id, auto_renew }) => !auto_renew && !waiting.has(svp_id))
  const due = open.filter(line => !isUnwanted(line))
  for (const line of open) if (isUnwanted(line)) outcome.problems.push(`${line.name}：管理员取消了续费订单`)
  outcome.ordered.push(...expiring.filter(({ svp_id }) => waiting.has(svp_id)).map(({ name }) => name))
  for (let from = 0; from < due.length; from += linesPerOrder)
    await order(portal, due.slice(from, from + linesPerOrder), days, outcome)
  return outcome
}

type Item = Awaited<ReturnType<Client['getOrderDetailByOrderId']>>['items'][number]

/** Names the renewal of a line at one end. */
const renewalOf = ({ svp_id, old_ends_at }: Pick<Item, 'svp_id' | 'old_ends_at'>) => `${svp_id} ${old_ends_at}`

/** Returns the content of the latest renewals that wait for their payment, or were cancelled. */
async function renewals(portal: Client, state: 'pending' | 'cancelled'): Promise<Item[]> {
  const items: Item[] = []
  // No line that expires now was ordered earlier for the same end. The date is a day in China, which is ahead.
  const from = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
  for (let page = 1; ; page += 1) {
    const { list } = await portal.getOrderList({ state, kind: 'renewal', from, page, page_size: 100 })
    for (const { order_id } of list) items.push(...(await portal.getOrderDetailByOrderId({ order_id })).items)
    if (list.length < 100) return items
  }
}

async function order(portal: Client, lines: Line[], days: number, outcome: Renewals): Promise<void> {
  const names = lines.map(({ name }) => name)
  const svp_ids = lines.map(({ svp_id }) => svp_id)
  try {
    const state = await place(portal, lines, { svp_ids, days })
    if (state === 'cancelled') outcome.problems.push(`${names.join('、')}：管理员取消了续费订单`)
    else if (state === 'closed') outcome.problems.push(`${names.join('、')}：续费订单一再过期未付`)
    else outcome.ordered.push(...names)
  } catch (error) {
    if (!refusesOne(error)) throw error
    const { code, message } = error
    // Halving does not help against other causes, such as too many waiting orders.
    if (lines.length === 1 || !ofOneLine.includes(code)) outcome.problems.push(`${names.join('、')}：${message}`)
    else {
      // One of them can't be renewed, which must not let the others end.
      const middle = Math.ceil(lines.length / 2)
      await order(portal, lines.slice(0, middle), days, outcome)
      await order(portal, lines.slice(middle), days, outcome)
    }
  }
}

/** Places the order of these lines at these ends once, and again after it was closed unpaid. Returns its state. */
async function place(portal: Client, lines: Line[], content: { svp_ids: string[]; days: number }) {
  const hash = createHash('sha256').update(JSON.stringify(lines.map(({ svp_id, ends_at }) => [svp_id, ends_at])))
  const key = `renew-${content.days}-${hash.digest('hex').slice(0, 32)}`
  for (let turn = 1; ; turn += 1) {
    // The same key finds the same order, whatever its present state.
    const { state } = await portal.createOrder({ kind: 'renewal', ...content, request_key: `${key}-${turn}` })
    if (state !== 'closed' || turn === attempts) return state
  }
}
