import { Link } from 'react-router'
import { orderPath } from '#contract/paths.ts'
import { orderKindNames } from '#contract/shop.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { dateTime, yuan } from '#web/ui/format.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { orderLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'

/** The order that bought the line, and each renewal. */
export function LineOrdersCard({ svpId }: { svpId: string }) {
  const { data, refused, reload } = useRemembered('getOrderInfoBySvpId', { svp_id: svpId })
  return (
    <section className="sheet" aria-labelledby="orders-title">
      <div className="sheet-head">
        <h2 id="orders-title">购买与续费</h2>
      </div>
      {!data ? (
        <Placeholder refused={refused} retry={reload} rows={2} />
      ) : (
        <ul className="line-orders">
          {data.list.map(({ order_id, order_number, kind, state, payable, created_at }) => (
            <li key={order_id}>
              <TwoLines
                first={<Link to={orderPath(order_id)}>{order_number}</Link>}
                second={`${orderKindNames[kind]} · ${dateTime(created_at)}`}
              />
              <StateTag state={orderLooks[state]} />
              <span className="figures">{yuan(payable)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
