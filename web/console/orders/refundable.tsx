import { useCall } from '#web/data/use-call.ts'
import { yuan } from '#web/ui/format.ts'

/** Tells beside the offer to refund an order how much can be asked for now. The dialog says why where there is nothing. */
export function Refundable({ orderId }: { orderId: string }) {
  const { data, refused } = useCall('getRefundOffer', { order_id: orderId })
  if (!data) return <>{refused ? '' : '…'}</>
  const most = Math.max(0, ...data.offers.map(({ amount }) => amount))
  return <>{most > 0 ? `可退 ${yuan(most)}` : '没有可退的'}</>
}
