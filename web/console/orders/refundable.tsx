import { useCall } from '#web/data/use-call.ts'
import { useReloadOnChange } from '#web/data/use-reload-on-change.ts'
import { yuan } from '#web/ui/format.ts'

/** Shows beside the refund offer how much can be requested now. If nothing can be, the dialog explains why. */
export function Refundable({ orderId, round = 0 }: { orderId: string; round?: number }) {
  const { data, refused, reload } = useCall('getRefundOffer', { order_id: orderId })
  useReloadOnChange(round, reload)
  if (!data) return <>{refused ? '' : '…'}</>
  const most = Math.max(0, ...data.offers.map(({ amount }) => amount))
  return <>{most > 0 ? `可退 ${yuan(most)}` : '没有可退的'}</>
}
