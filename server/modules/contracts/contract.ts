import { hasContract, isContracted } from '#contract/contract-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { proposalStateNames } from '#contract/proposal-names.ts'
import { orderStateNames } from '#contract/shop.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { findDetail, listItems } from '#server/modules/orders/detail.sql.ts'
import { shownItem } from '#server/modules/orders/quote.ts'
import { findOwn } from '#server/modules/proposals/proposals.sql.ts'
import { endsAsChosen } from './chosen-end.sql.ts'

export interface Contract {
  companyId: string
  number: string
  /** When it was offered or ordered, which decides the template and the agreement that apply. */
  at: string
  subject: string
  items: OutputOf<'getProposal'>['items']
  listAmount: number
  payable: number
  /** Null for an order. */
  validUntil: string | null
}

/** Returns undefined for an order that is unknown, or that the company has deleted where `hidden` is false. */
export async function contractOfOrder(
  database: Database,
  companyId: string,
  orderId: string,
  { hidden }: { hidden: boolean },
): Promise<Contract | undefined> {
  const order = await findDetail(database, companyId, orderId, hidden)
  if (!order) return undefined
  if (!hasContract(order))
    throw new Refusal(-59722, order.product === 'balance' ? '充值不是购买服务' : `订单${orderStateNames[order.state]}`)
  const items = await listItems(database, companyId, orderId)
  // Until it is paid, only a renewal up to a chosen day has a known end: afterwards the contract repeats its first text.
  const known = order.state !== 'pending' || (await endsAsChosen(database, companyId, orderId))
  return {
    companyId,
    number: order.order_number,
    at: order.created_at,
    subject: order.subject,
    items: known ? items : items.map(withoutEnd),
    listAmount: order.list_amount,
    payable: order.payable,
    validUntil: null,
  }
}

const withoutEnd = (item: Contract['items'][number]) => ({ ...item, new_ends_at: null })

/** Returns undefined for a proposal that is unknown or was not sent. */
export async function contractOfProposal(
  database: Database,
  companyId: string,
  proposalId: string,
): Promise<Contract | undefined> {
  const proposal = await findOwn(database, companyId, proposalId)
  if (!proposal?.sent_at) return undefined
  if (!isContracted(proposal.state)) throw new Refusal(-59722, `报价${proposalStateNames[proposal.state]}`)
  return {
    companyId,
    number: proposal.number,
    at: proposal.sent_at,
    subject: proposal.subject,
    items: proposal.quoted.items.map(item => (item.until ? shownItem(item) : withoutEnd(shownItem(item)))),
    listAmount: proposal.list_amount,
    payable: proposal.payable,
    validUntil: proposal.valid_until,
  }
}
