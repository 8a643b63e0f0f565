import './buy.css'
import './lines.css'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { lazyPage } from '#web/ui/lazy-page.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { renewedState } from './choice.ts'
import { LineChoice } from './line-choice.tsx'
import { linesOffered } from './offers.ts'
import { useOffers } from './use-offers.ts'

const Renewal = lazyPage(() => import('./renewal.tsx'), 'Renewal')
const RenewAll = lazyPage(() => import('./renew-all.tsx'), 'RenewAll')

/** Buys new lines, or renews the lines that `renew` in the address names, by id or by state. */
export function LinesPage() {
  const [search] = useSearchParams()
  const renew = search.get('renew')
  if (renewedState(renew ?? '')) return <RenewAll key={renew} />
  if (renew !== null) return <Renewal />
  return <Purchase />
}

function Purchase() {
  const { value, refused, reload } = useOffers('line')
  const lines = useMemo(
    () => (value ? linesOffered(value.shelves, value.packages, value.regions, value.ways) : []),
    [value],
  )
  return (
    <>
      <ListHead title="购买虚拟专线" text="每条专线绑定一个独享的固定 IP。支付后即可在企业中绑定地址、分配给员工。" />
      {!value ? (
        <Placeholder refused={refused} retry={reload} rows={12} />
      ) : lines.length ? (
        <LineChoice offers={value} lines={lines} reload={reload} />
      ) : (
        <Empty title="专线暂未开售" text="价格正在调整，请稍后再来，或联系客服。" />
      )}
    </>
  )
}
