import '#web/ui/page-tabs.css'
import './coupons.css'
import { Link } from 'react-router'
import { orderPath, paths } from '#contract/paths.ts'
import { listedRows } from '#contract/people.ts'
import { couponSourceNames, couponStateNames, couponStates } from '#contract/shop.ts'
import { useRemembered } from '#web/data/use-call.ts'
import type { Coupon } from '#web/ui/coupon/coupon-words.ts'
import { Ticket, TicketsWaiting } from '#web/ui/coupon/ticket.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { countUpTo, dateTime, fromNow } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { oneOf } from '#web/ui/list/address.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Pages } from '#web/ui/list/pages.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { couponLooks } from '#web/ui/states.ts'
import type { Shelf } from '../buy/offers.ts'
import { useOffers } from '../buy/use-offers.ts'
import { UseLinks } from './use-links.tsx'

const fields = { state: oneOf(couponStates) }

const nothing: Record<(typeof couponStates)[number], string> = {
  unused: '领取的优惠券会放在这里，下单时自动列出能用的。',
  locked: '下单时选用的优惠券在支付前由订单占用；取消订单会退回。',
  used: '使用过的优惠券会留在这里，并注明用在哪个订单。',
  expired: '没有优惠券过期。',
}

/** The company's coupons by state. */
export function CouponsPage() {
  const at = useListAddress(fields)
  const state = at.filters.state ?? 'unused'
  const called = useRemembered('getUserCouponList', { state, page: at.page, page_size: at.size })
  const { value: offers } = useOffers()
  const { data, refused, loading, reload } = called
  return (
    <>
      <ListHead title="我的优惠券">
        <LinkButton look="primary" to={paths.couponCenter}>
          去领券
        </LinkButton>
      </ListHead>
      <nav className="page-tabs coupon-tabs" aria-label="优惠券状态">
        {couponStates.map(each => (
          <Link
            key={each}
            to={each === 'unused' ? paths.coupons : `${paths.coupons}?state=${each}`}
            aria-current={each === state ? 'page' : undefined}
          >
            {couponStateNames[each]}
            {data && <span className="badge">{countUpTo(data.counts[each] ?? 0, listedRows)}</span>}
          </Link>
        ))}
      </nav>
      {refused && !data ? (
        <Failure refused={refused} retry={reload} />
      ) : !data || (loading && data.list.some(coupon => coupon.state !== state)) ? (
        <TicketsWaiting />
      ) : data.total ? (
        <ul className="tickets" aria-busy={loading}>
          {data.list.map(coupon => (
            <li key={coupon.coupon_id}>
              <Own coupon={coupon} shelves={offers?.shelves} />
            </li>
          ))}
        </ul>
      ) : (
        <Empty
          title={`没有${couponStateNames[state]}的优惠券`}
          text={nothing[state]}
          action={state === 'unused' && <LinkButton to={paths.couponCenter}>去领券中心</LinkButton>}
        />
      )}
      {data && (data.total > at.size || at.page > 1) && (
        <nav className="list-pages" aria-label="分页">
          <Pages current={at.page} pageSize={at.size} total={data.total} rows={data.list.length} onChange={at.go} />
        </nav>
      )}
    </>
  )
}

function Own({ coupon, shelves }: { coupon: Coupon; shelves: readonly Shelf[] | undefined }) {
  const { coupon_id, state, source, valid_from, valid_until, claimed_at, used_at, order_id, order_number } = coupon
  // The coupon is not valid yet.
  const early = state === 'unused' && Date.parse(valid_from) > Date.now()
  const spent = state === 'used' || state === 'expired'
  return (
    <Ticket
      coupon={coupon}
      spent={spent}
      tag={state !== 'unused' && <StateTag state={couponLooks[state]} />}
      validity={
        early
          ? `${dateTime(valid_from)} 起，至 ${dateTime(valid_until)}`
          : spent
            ? `${dateTime(valid_until)} 前`
            : `${dateTime(valid_until)} 前（${fromNow(valid_until)}）`
      }
    >
      <p className="quiet ticket-left">
        {couponSourceNames[source]} · {used_at ? `${dateTime(used_at)} 使用` : `${dateTime(claimed_at)} 领取`}
      </p>
      <div className="ticket-actions">
        {state === 'unused' && !early && <UseLinks shelves={shelves} coupon={coupon} couponId={coupon_id} />}
        {early && <span className="ticket-reason">未到使用时间</span>}
        {order_id && order_number && <Link to={orderPath(order_id)}>订单 {order_number}</Link>}
      </div>
    </Ticket>
  )
}
