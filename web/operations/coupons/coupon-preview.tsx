import './coupons.css'
import { Ticket } from '#web/ui/coupon/ticket.tsx'
import { count, fromNow } from '#web/ui/format.ts'
import { type ListedType, validityOf } from './coupon-type.ts'

type Shown = Omit<ListedType, 'coupon_type_id' | 'state' | 'created_at' | 'revision' | 'figures' | 'waiting'>

/** The card of the coupon center, as a company sees it. */
export function CouponPreview({ type, claimed }: { type: Shown; claimed: number }) {
  const facts = [
    type.total === null ? '' : `剩 ${count(Math.max(0, type.total - claimed))} 张`,
    type.per_company > 1 ? `每家企业限 ${type.per_company} 张，已领 0 张` : '每家企业限 1 张',
    type.claim_ends_at ? `${fromNow(type.claim_ends_at)}截止领取` : '',
  ].filter(Boolean)
  return (
    <section className="sheet coupon-preview" aria-labelledby="coupon-preview-title">
      <h2 id="coupon-preview-title">{type.way === 'center' ? '领券中心里的样子' : '企业收到后的样子'}</h2>
      <Ticket coupon={type} spent={!type.published} validity={validityOf(type)}>
        <p className="quiet ticket-left">{type.way === 'center' ? facts.join(' · ') : '在“我的优惠券”里显示'}</p>
      </Ticket>
      {!type.published && <p className="quiet">未上架：领券中心不显示，也不能通过推广码领取；仍可赠送。</p>}
    </section>
  )
}
