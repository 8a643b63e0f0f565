import type { OutputOf } from '#contract/index.ts'
import { count, yuan } from '#web/ui/format.ts'
import type { Order, OrderDetail } from '#web/ui/order/order.ts'
import type { ChosenRefund } from '#web/ui/order/refund-choice.tsx'
import { couponReturned } from './coupon-returned.ts'

type Gateway = OutputOf<'getRefundOffer'>['gateway']

/** An order of a joint payment was paid from the balance, whatever brought the money. */
export const returnWords = (gateway: Gateway) =>
  gateway === 'balance' ? '退回余额' : gateway === 'transfer' ? '由银行汇回' : '原路退回'

interface RefundConsequencesProps {
  order: Order
  /** Undefined while it loads. */
  detail: OrderDetail | undefined
  chosen: ChosenRefund
  gateway: Gateway
}

export function RefundConsequences({ order, detail, chosen, gateway }: RefundConsequencesProps) {
  const { kind: refund, items, amount } = chosen
  const { product, kind, coupon_discount } = order
  const days = items.reduce((sum, item) => sum + item.days, 0)
  return (
    <ul className="consequences">
      {product === 'balance' ? (
        <li>
          立即从余额扣下 <b>{yuan(amount)}</b>，等待期间不能使用。
        </li>
      ) : product === 'hours' ? (
        <li>
          立即从企业可分配时长中扣回 <b>{count(days)}</b> 人天。
        </li>
      ) : kind === 'renewal' ? (
        <li>
          立即从 <b>{count(items.length)}</b> 条专线的到期日扣回共 <b>{count(days)}</b>{' '}
          天，专线继续使用到新的到期日，自动续费同时关闭。
        </li>
      ) : (
        <li>
          <b>{count(items.length)}</b> 条专线立即停用，退款后释放，地址不再保留。
        </li>
      )}
      {coupon_discount > 0 && (
        <li>
          {refund === 'requested'
            ? `用过的优惠券（减 ${yuan(coupon_discount)}）在退款完成后退回企业，${couponReturned(detail)}。`
            : '优惠券只在整单退款时退回，这次不退回。'}
        </li>
      )}
      {detail?.invoice?.state === 'issued' && (
        <li>退款完成后，已开的发票由财务红冲相应的金额，红字发票在“发票”里下载。</li>
      )}
      {detail?.invoice?.state === 'asked' && <li>已申请而未开的发票由财务驳回，仍需开票的订单须重新申请。</li>}
      <li>
        审核之前可以在订单里撤回申请；审核通过后 {yuan(amount)} {returnWords(gateway)}；驳回则恢复原状
        {kind === 'renewal' && '，自动续费须另行开启'}。
      </li>
    </ul>
  )
}
