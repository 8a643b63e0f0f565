import type { OutputOf } from '#contract/index.ts'

export type Order = OutputOf<'getOrderList'>['list'][number]
export type OrderDetail = OutputOf<'getOrderDetailByOrderId'>

/** Returns why an order was cancelled or closed, according to its history; empty if its buyer cancelled it without a reason. */
export function endedBecause({ state, events }: Pick<OrderDetail, 'state' | 'events'>): string {
  const note = events.findLast(({ to }) => to === state)?.note
  return note ? `${note}。` : ''
}
