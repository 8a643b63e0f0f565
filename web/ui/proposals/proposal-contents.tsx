import './proposals.css'
import type { OutputOf } from '#contract/index.ts'
import { OrderAmounts, OrderItems } from '../order/order-items.tsx'

type Contents = Pick<
  OutputOf<'getProposal'>,
  'items' | 'product' | 'payable' | 'list_amount' | 'package_discount' | 'coupon_discount' | 'coupon_name' | 'note'
>

/** Shows the contents and the price of a proposal, for both sides alike. */
export function ProposalContents({ proposal }: { proposal: Contents }) {
  const { coupon_name, note } = proposal
  const order = { ...proposal, state: 'pending' as const, pays: [], paid_at: null }
  const coupon = coupon_name ? { name: coupon_name } : null
  return (
    <>
      <section aria-labelledby="proposal-items">
        <h2 id="proposal-items">报价明细</h2>
        <OrderItems order={order} />
        <OrderAmounts order={{ ...order, coupon }} />
      </section>
      {note && (
        <section className="proposal-note" aria-labelledby="proposal-note">
          <h2 id="proposal-note">说明</h2>
          <p className="notice-text">{note}</p>
        </section>
      )}
    </>
  )
}
