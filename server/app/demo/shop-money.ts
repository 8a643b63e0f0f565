import { type GatewayName, gatewayNames, type OrderState } from '#contract/shop.ts'
import { newRemarkCode, newTradeNumber } from '#server/modules/payments/payments.sql.ts'
import type { DemoOrder } from './orders.ts'
import { idAt } from './shop-numbers.ts'
import { at, type History, minute, type OrderRow } from './shop-rows.ts'

/** Makes the payments and refunds of an order, and their part of the order's history. */
export function pay(history: History, story: DemoOrder, order: OrderRow, paidAt: Date): void {
  const { id: order_id, company_id, created_at, payable: amount } = order
  const event = (
    [from_state, to_state]: [OrderState, OrderState],
    { actor, note }: { actor: string; note: string },
    created_at: Date,
  ) =>
    history.events.push({
      id: idAt(created_at),
      company_id,
      order_id,
      from_state,
      to_state,
      actor_name: actor,
      note,
      created_at,
    })
  const attempt = (gateway: GatewayName, state: string, more: object = {}) => {
    const opened = new Date(created_at.getTime() + (story.failed === gateway ? 1 : 2) * minute)
    const payment = {
      id: idAt(opened),
      company_id,
      order_id,
      gateway,
      amount,
      state,
      out_trade_no: gateway === 'transfer' ? newRemarkCode() : newTradeNumber(opened.getTime()),
      trade_no: null as string | null,
      payer_name: null as string | null,
      voucher_file_id: null as string | null,
      voucher_at: null as Date | null,
      paid_at: null as Date | null,
      expires_at: order.pays_until,
      created_at: opened,
      ...more,
    }
    history.payments.push(payment)
    return payment
  }
  if (story.failed) attempt(story.failed, 'failed')
  if (order.state === 'cancelled' || order.state === 'closed') {
    const by =
      order.state === 'closed' ? { actor: '系统', note: '超过支付时间' } : { actor: order.buyer_name, note: '' }
    event(['pending', order.state], by, order.ended_at ?? created_at)
  }
  const { gateway } = story
  if (!gateway) return
  const company = history.existing.companies[story.company]
  if (story.voucher !== undefined) {
    attempt(gateway, 'created', {
      payer_name: company.name,
      voucher_file_id: history.existing.voucherFileId,
      voucher_at: at(history, story.voucher),
    })
    return
  }
  const trade_no = gateway === 'transfer' || gateway === 'balance' ? null : `${order.number}${order.number.slice(-8)}`
  const payment = attempt(gateway, story.state === 'refunded' ? 'refunded' : 'paid', {
    trade_no,
    paid_at: paidAt,
    ...(gateway === 'transfer' && { payer_name: company.name }),
  })
  // The sandbox has its own record of trades, which refunds need.
  if (gateway === 'sandbox')
    history.trades.push({
      out_trade_no: payment.out_trade_no,
      trade_no,
      amount,
      subject: order.subject,
      state: 'paid',
      paid_at: paidAt,
      return_path: `/pages/buySuccess/buySuccess?order_id=${order_id}`,
      expires_at: order.pays_until,
      created_at: payment.created_at,
    })
  const settlement = settled(gateway, order, payment)
  event(['pending', 'paid'], settlement, paidAt)
  event(['paid', 'fulfilled'], { ...settlement, note: '' }, paidAt)
  const { refund } = story
  if (!refund) return
  const [requested, done] = [at(history, refund.requested), refund.done === undefined ? null : at(history, refund.done)]
  event(['fulfilled', 'refunding'], { actor: order.buyer_name, note: refund.reason }, requested)
  if (done) event(['refunding', 'refunded'], { actor: '客服', note: refund.reason }, done)
  history.refunds.push({
    id: idAt(requested),
    company_id,
    order_id,
    payment_id: payment.id,
    out_refund_no: `R${payment.out_trade_no}`,
    amount,
    reason: refund.reason,
    state: done ? 'done' : 'asked',
    decided_by: done ? 'demo' : null,
    asked_at: requested,
    done_at: done,
    credit_number: done ? `${order.number}-T1` : null,
    credit_name: done ? history.existing.companies[story.company].name : null,
  })
}

/** Returns the actor and the payment method of a settlement, as an order's history shows them. */
function settled(
  gateway: GatewayName,
  { buyer_name }: OrderRow,
  { trade_no, out_trade_no }: { trade_no: string | null; out_trade_no: string },
): { actor: string; note: string } {
  if (gateway === 'balance') return { actor: buyer_name, note: '余额支付' }
  if (gateway === 'transfer') return { actor: '财务', note: `对公转账备注码 ${out_trade_no}` }
  return { actor: gatewayNames[gateway], note: `${gatewayNames[gateway]}交易号 ${trade_no}` }
}
