import { serverNow } from '#web/data/server-time.ts'
import { dateTime } from '#web/ui/format.ts'
import type { OrderDetail } from '#web/ui/order/order.ts'

/** Says what a coupon is still worth once its order gives it back. */
export function couponReturned(order: Pick<OrderDetail, 'coupon'> | undefined): string {
  const until = order?.coupon?.valid_until
  if (!until) return '仍在有效期内即可再用'
  return Date.parse(until) > serverNow()
    ? `${dateTime(until)} 前可以再用`
    : `但它已于 ${dateTime(until)} 过期，不能再用`
}
