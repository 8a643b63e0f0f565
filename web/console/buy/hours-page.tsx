import './buy.css'
import { paths } from '#contract/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { HoursChoice } from './hours-choice.tsx'
import { hoursOffer } from './offers.ts'
import { useOffers } from './use-offers.ts'

/** Buys hours for a number of people and a period. They go to the company's balance and are assigned from there. */
export function HoursPage() {
  const { value, refused, reload } = useOffers('hours')
  const offer = value && hoursOffer(value.shelves, value.packages)
  return (
    <>
      <ListHead title="购买员工时长" text="按“人数 × 天数”购买，支付后计入企业时长，再分配给员工使用。">
        <LinkButton to={`${paths.employees}?tab=ledger`}>时长流水</LinkButton>
      </ListHead>
      {!value ? (
        <Placeholder refused={refused} retry={reload} rows={10} />
      ) : offer?.packages.length ? (
        <HoursChoice offer={offer} reload={reload} />
      ) : (
        <Empty title="员工时长暂未开售" text="价格正在调整，请稍后再来，或联系客服。" />
      )}
    </>
  )
}
