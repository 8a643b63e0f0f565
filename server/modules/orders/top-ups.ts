import { randomUUID } from 'node:crypto'
import { Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import type { Order } from './orders.sql.ts'
import { insertedOrder, orderInsertion } from './placing.sql.ts'
import { newNumber } from './placing.ts'
import { insertJoint, jointOrdersOf, lockOrders, setDeadline } from './top-ups.sql.ts'

interface TopUp {
  companyId: string
  accountId: string
  /** The buyer's name. The role is checked again at the commit, as for every change by a manager. */
  name: string
}

/** Places an order for balance (docs/decisions/0020-balance.md). It reserves nothing, and is paid like any other order. */
export const placeTopUp = (transaction: Database, placing: TopUp & { amount: number }) =>
  asCompany(transaction, placing.companyId, company => place(company, { ...placing, subject: '余额充值' }))

/**
 * Places a top-up of the sum of several pending orders, which pays them once its money is there. It can be paid as long as each of
 * them can. Throws -50022 when one can't be paid any more.
 */
export const placeJointTopUp = (transaction: Database, { orderIds, ...placing }: TopUp & { orderIds: string[] }) =>
  asCompany(transaction, placing.companyId, async company => {
    const orders = await lockOrders(company, placing.companyId, orderIds)
    if (orders.length !== orderIds.length || !orders.every(order => isPayable(order))) throw new Refusal(-50022)
    const amount = orders.reduce((sum, { payable }) => sum + payable, 0)
    const placed = await place(company, { ...placing, amount, subject: `合并支付 ${orders.length} 个订单` })
    await insertJoint(company, placing.companyId, placed.order_id, orderIds)
    const [earliest] = orders.map(({ pays_until }) => pays_until).toSorted()
    if (!earliest || earliest > placed.pays_until) return placed
    await setDeadline(company, placing.companyId, placed.order_id, earliest)
    return { ...placed, pays_until: earliest }
  })

const isPayable = ({ product, state, pays_until }: Order) =>
  product !== 'balance' && state === 'pending' && Date.parse(pays_until) > Date.now()

async function place(
  company: Database,
  { companyId, accountId, name, amount, subject }: TopUp & { amount: number; subject: string },
) {
  const order_number = newNumber()
  const insertion = orderInsertion({
    kind: 'purchase',
    product: 'balance',
    items: [],
    list_amount: amount,
    amount,
    companyId,
    order_number,
    accountId,
    // The buyer is given only by name: the order may be placed however many others wait, because a joint payment ends their
    // waiting.
    buyer: { name },
    version: undefined,
    subject,
    requestKey: randomUUID(),
    requestHash: Buffer.alloc(0),
    wishes: [],
  })
  const row = await company.one(insertedOrder)`${insertion}`
  return { order_id: row.order_id, order_number, payable: amount, pays_until: row.pays_until }
}

/**
 * Locks the orders that a top-up pays, which its transaction has locked before. They are locked before the balance is touched, as
 * for every payment of one of them.
 */
export async function lockJointOrders(
  transaction: Database,
  { company_id, order_id, product }: Pick<Order, 'company_id' | 'order_id' | 'product'>,
): Promise<Order[]> {
  if (product !== 'balance') return []
  const ids = await jointOrdersOf(transaction, company_id, order_id)
  return ids.length ? lockOrders(transaction, company_id, ids) : []
}
