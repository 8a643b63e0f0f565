import { useCall } from '#web/data/use-call.ts'
import { yuan } from '#web/ui/format.ts'

/** Shows beside the refund offer how much can be requested now. If nothing can be, the dialog explains why. */
export function Refundable({ orderId }: { orderId: string }) {
  const { data, refused } = useCall('getRefundOffer', { order_id: orderId })
  if (!data) return <>{refused ? '' : '…'}</>
  const most = Math.max(0, ...data.offers.map(({ amount }) => amount))
  return <>{most > 0 ? `可退 ${yuan(most)}` : '没有可退的'}</>
}
