import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { orderPath } from '#contract/paths.ts'
import { orderKindNames } from '#contract/shop.ts'
import { useCall } from '#web/data/use-call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime, yuan } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { orderLooks } from '#web/ui/states.ts'

/** The order that bought the line, and each renewal. */
export function LineOrdersCard({ svpId }: { svpId: string }) {
  const { data, refused, reload } = useCall('getOrderInfoBySvpId', { svp_id: svpId })
  return (
    <section className="sheet" aria-labelledby="orders-title">
      <div className="sheet-head">
        <h2 id="orders-title">购买与续费</h2>
      </div>
      {refused && !data ? (
        <Failure refused={refused} retry={reload} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 2 }} />
      ) : (
        <ul className="line-orders">
          {data.list.map(({ order_id, order_number, kind, state, payable, created_at }) => (
            <li key={order_id}>
              <span className="two-lines">
                <Link to={orderPath(order_id)}>{order_number}</Link>
                <span>
                  {orderKindNames[kind]} · {dateTime(created_at)}
                </span>
              </span>
              <StateTag state={orderLooks[state]} />
              <span className="figures">{yuan(payable)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
