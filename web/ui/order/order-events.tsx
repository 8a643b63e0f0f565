import { orderLooks } from '../states.ts'
import { Timeline } from '../timeline.tsx'
import type { OrderDetail } from './order.ts'

export const OrderEvents = ({ order }: { order: Pick<OrderDetail, 'events'> }) => (
  <section aria-labelledby="order-events">
    <h2 id="order-events">经过</h2>
    <Timeline
      aria-labelledby="order-events"
      entries={order.events.map(({ from, to, actor_name, note, at }) => ({
        what: from === null ? '提交订单' : from === to ? '部分退款进展' : orderLooks[to].word,
        tone: orderLooks[to].tone,
        detail: note,
        by: actor_name,
        at,
      }))}
    />
  </section>
)
