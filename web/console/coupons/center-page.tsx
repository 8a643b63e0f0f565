import './coupons.css'
import { Button } from 'antd'
import { useState } from 'react'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { Failure } from '#web/ui/failure.tsx'
import { count, dateTime, day, fromNow } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCall } from '#web/ui/use-call.ts'
import type { Shelf } from '../buy/offers.ts'
import { useShelves } from '../buy/use-offers.ts'
import type { CouponType } from './coupon-words.ts'
import { Ticket, TicketsWaiting } from './ticket.tsx'
import { UseLinks } from './use-links.tsx'

/** Coupons that every company can take. */
export function CenterPage() {
  const { data, refused, reload } = useCall('getUserCouponTypeList', {}, { quiet: true })
  const { value: shelves } = useShelves()
  return (
    <>
      <ListHead title="领券中心" text="领取后在下单时选用；每个订单使用一张，取消订单会退回。">
        <LinkButton to={paths.coupons}>我的优惠券</LinkButton>
      </ListHead>
      {refused && !data ? (
        <Failure refused={refused} retry={reload} />
      ) : !data ? (
        <TicketsWaiting />
      ) : data.list.length ? (
        <ul className="tickets">
          {data.list.map(type => (
            <li key={type.coupon_type_id}>
              <Offered type={type} shelves={shelves} claimed={reload} />
            </li>
          ))}
        </ul>
      ) : (
        <Empty title="暂时没有可以领取的优惠券" text="有新的活动时会出现在这里；已领取的在“我的优惠券”。" />
      )}
    </>
  )
}

const validityOf = ({ valid_until, valid_days }: CouponType) =>
  valid_until ? `${dateTime(valid_until)} 前` : `领取后 ${count(valid_days ?? 0)} 天内`

function Offered({
  type,
  shelves,
  claimed,
}: {
  type: CouponType
  shelves: readonly Shelf[] | undefined
  claimed: () => void
}) {
  const [busy, setBusy] = useState(false)
  const { coupon_type_id, name, remaining, per_company, claimed_by_company, claimable, reason, claim_ends_at } = type

  async function claim() {
    setBusy(true)
    const answer = await api.getCoupon({ coupon_type_id })
    setBusy(false)
    if (answer.ok) toast.success(`已领取“${name}”，${day(answer.data.valid_until)} 前有效`)
    else if (!isSessionRefusal(answer)) toast.error(sentence(answer))
    // Others claim as well: what is left is asked for again either way.
    claimed()
  }

  const word = claimed_by_company ? '再领一张' : '立即领取'
  const facts = [
    remaining ? `剩 ${count(remaining)} 张` : '',
    per_company > 1 ? `每家企业限 ${per_company} 张，已领 ${claimed_by_company} 张` : '每家企业限 1 张',
    claim_ends_at ? `${fromNow(claim_ends_at)}截止领取` : '',
  ].filter(Boolean)
  return (
    <Ticket coupon={type} spent={!claimable && !claimed_by_company} validity={validityOf(type)}>
      <p className="quiet ticket-left">{facts.join(' · ')}</p>
      <div className="ticket-actions">
        {claimed_by_company > 0 && <UseLinks shelves={shelves} coupon={type} />}
        {claimable ? (
          <Button
            type="primary"
            size="small"
            loading={busy}
            aria-label={`${word}“${name}”`}
            onClick={() => void claim()}
          >
            {word}
          </Button>
        ) : (
          <span className="ticket-reason">{claimed_by_company ? '已领取' : reason}</span>
        )}
      </div>
    </Ticket>
  )
}
