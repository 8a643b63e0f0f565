import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { ruleOf } from '#web/ui/coupon/coupon-words.ts'
import { Failure } from '#web/ui/failure.tsx'
import { count, dateTime, fromNow, yuan } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { CouponChoice, Order } from './use-order.ts'

interface CouponPickerProps {
  order: Order
  choice: CouponChoice
  choose: (choice: CouponChoice) => void
  /** The selection is complete enough for a coupon. */
  ready: boolean
}

/** The company's coupons for the selection, each with its discount or the reason why it can't be used. */
export function CouponPicker({ order, choice, choose, ready }: CouponPickerProps) {
  const { coupons, coupon_id } = order
  const { data, refused, loading, reload } = coupons
  const usable = data?.list.filter(each => each.usable) ?? []
  const others = data?.list.filter(each => !each.usable) ?? []
  return (
    <section className="sheet" aria-labelledby="coupon-title" aria-busy={loading}>
      <div className="sheet-head">
        <h2 id="coupon-title">优惠券</h2>
        {data && usable.length > 0 && <span className="quiet">{count(usable.length)} 张可用，每个订单用一张</span>}
      </div>
      {!ready ? (
        <p className="quiet coupon-hint">选好商品后，这里列出可以使用的优惠券。</p>
      ) : refused ? (
        <Failure refused={refused} retry={reload} />
      ) : !data ? (
        <Skeleton title={false} rows={2} />
      ) : (
        <>
          {usable.length > 0 ? (
            <fieldset className="coupon-rows">
              <legend className="only-heard">选择优惠券</legend>
              {usable.map((coupon, index) => (
                <label className="coupon-row" key={coupon.coupon_id}>
                  <input
                    type="radio"
                    name="coupon"
                    checked={coupon.coupon_id === coupon_id}
                    onChange={() => choose(coupon.coupon_id)}
                  />
                  <span>
                    <strong>
                      {coupon.name}
                      {index === 0 && <span className="badge">最优惠</span>}
                    </strong>
                    <small>
                      {ruleOf(coupon)} · {dateTime(coupon.valid_until)} 前有效（{fromNow(coupon.valid_until)}）
                    </small>
                  </span>
                  <b>{yuan(-coupon.discount)}</b>
                </label>
              ))}
              <label className="coupon-row">
                <input type="radio" name="coupon" checked={coupon_id === undefined} onChange={() => choose('none')} />
                <span>不使用优惠券</span>
              </label>
            </fieldset>
          ) : (
            <p className="quiet coupon-hint">
              没有可用于本次订单的优惠券。<Link to={paths.couponCenter}>去领券中心看看</Link>
            </p>
          )}
          {others.length > 0 && (
            <details className="coupon-others" open={others.some(each => each.coupon_id === choice)}>
              <summary>{count(others.length)} 张暂不可用</summary>
              <ul>
                {others.map(coupon => (
                  <li key={coupon.coupon_id}>
                    <strong>{coupon.name}</strong>
                    <small>{coupon.reason}</small>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </section>
  )
}
