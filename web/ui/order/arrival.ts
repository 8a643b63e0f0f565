import { yuan } from '#web/ui/format.ts'
import type { OrderDetail } from './order.ts'

type Payment = OrderDetail['payments'][number]

/** Says which money has arrived of a payment that is not paid; empty if none has. */
export function arrivalOf({ state, amount, received, arrived_amount }: Payment): string {
  // Its refund is listed with the order.
  if (state === 'paid' || state === 'refunded') return ''
  if (arrived_amount !== null) return `到账的 ${yuan(arrived_amount)} 没有计入订单，由平台退回`
  if (state !== 'created' || !received) return ''
  return received < amount
    ? `已到账 ${yuan(received)}，还差 ${yuan(amount - received)}`
    : `已全部到账 ${yuan(received)}，等待确认`
}
