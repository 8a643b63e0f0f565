import './ticket.css'
import type { ReactNode } from 'react'
import type { CouponType } from './coupon-words.ts'
import { capOf, categoriesOf, formatDiscount, occasionOf, thresholdOf } from './coupon-words.ts'

type TicketCoupon = Pick<
  CouponType,
  'name' | 'about' | 'kind' | 'amount' | 'percent' | 'cap' | 'threshold' | 'categories' | 'for_purchase' | 'for_renewal'
>

interface TicketProps {
  coupon: TicketCoupon
  /** The coupon can no longer be claimed or used. */
  spent?: boolean
  validity: ReactNode
  /** Shown beside the name. */
  tag?: ReactNode
  /** Shown at the bottom: the remaining number, and the actions. */
  children: ReactNode
}

/** One coupon: its discount at the left, its rules at the right. */
export function Ticket({ coupon, spent, validity, tag, children }: TicketProps) {
  const { sign, figure, unit } = formatDiscount(coupon)
  const cap = capOf(coupon)
  return (
    <article className="ticket" data-spent={spent ? '' : undefined} aria-label={coupon.name}>
      <div className="ticket-value">
        <p className="ticket-figure">
          {sign && <small>{sign}</small>}
          {figure}
          {unit && <small>{unit}</small>}
        </p>
        <p>{thresholdOf(coupon)}</p>
        {cap && <p>{cap}</p>}
      </div>
      <div className="ticket-body">
        <h2>
          {coupon.name} {tag}
        </h2>
        {coupon.about && <p className="quiet">{coupon.about}</p>}
        <dl>
          <div>
            <dt>适用</dt>
            <dd>
              {categoriesOf(coupon)}（{occasionOf(coupon)}）
            </dd>
          </div>
          <div>
            <dt>有效期</dt>
            <dd>{validity}</dd>
          </div>
        </dl>
        <div className="ticket-foot">{children}</div>
      </div>
    </article>
  )
}

/** Skeletons while the list loads, as many as a page usually has. */
export const TicketsWaiting = () => (
  <div className="tickets" aria-hidden="true">
    {[0, 1, 2, 3].map(each => (
      <div key={each} className="ticket">
        <div className="ticket-value">
          <span className="skeleton-bar" />
        </div>
        <div className="ticket-body">
          <span className="skeleton-bar" data-width="2" />
          <span className="skeleton-bar" data-width="1" />
          <span className="skeleton-bar" />
        </div>
      </div>
    ))}
  </div>
)
