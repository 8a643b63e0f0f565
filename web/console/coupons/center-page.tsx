import { paths } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import type { CouponType } from '#web/ui/coupon/coupon-words.ts'
import { Ticket, TicketsWaiting } from '#web/ui/coupon/ticket.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { count, dateTime, day, fromNow } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import type { Shelf } from '../buy/offers.ts'
import { useOffers } from '../buy/use-offers.ts'
import { UseLinks } from './use-links.tsx'

/** The coupons that any company can claim. */
export function CenterPage() {
  const { data, refused, reload } = useRemembered('getUserCouponTypeList', {})
  const { value: offers } = useOffers()
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
              <Offered type={type} shelves={offers?.shelves} claimed={reload} />
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
  valid_until ? `${dateTime(valid_until)} 前（${fromNow(valid_until)}）` : `领取后 ${count(valid_days ?? 0)} 天内`

function Offered({
  type,
  shelves,
  claimed,
}: {
  type: CouponType
  shelves: readonly Shelf[] | undefined
  claimed: () => void
}) {
  const { coupon_type_id, name, remaining, per_company, claimed_by_company, claimable, reason, claim_ends_at } = type

  const { busy, submit } = useSubmission({
    call: api.getCoupon,
    message: ({ data }) => `已领取“${name}”，${day(data.valid_until)} 前有效`,
    // Other companies claim coupons as well, so the remaining number is reloaded whether or not the claim succeeds.
    outdatedBy: 'any',
    done: claimed,
  })

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
            look="primary"
            size="small"
            loading={busy}
            aria-label={`${word}“${name}”`}
            onClick={() => void submit({ coupon_type_id })}
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
