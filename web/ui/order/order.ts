import type { OutputOf } from '#contract/index.ts'

export type Order = OutputOf<'getOrderList'>['list'][number]
export type OrderDetail = OutputOf<'getOrderDetailByOrderId'>

/** Says why an order was cancelled or closed, as its history tells it; nothing for one that its buyer cancelled without a reason. */
export function endedBecause({ state, events }: Pick<OrderDetail, 'state' | 'events'>): string {
  const note = events.findLast(({ to }) => to === state)?.note
  return note ? `${note}。` : ''
}
