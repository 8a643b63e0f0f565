import type { OperationOutput } from '#contract/operations/index.ts'
import { couponSourceNames, couponStateNames, couponStates } from '#contract/shop.ts'
import { dateTime, yuan } from '#web/ui/format.ts'
import { oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { couponLooks } from '#web/ui/states.ts'
import { companyColumn } from '../company-link.tsx'
import { OrderLink } from '../sales/parts.tsx'
import { useRemembered } from '../use-operation.ts'

type Claim = OperationOutput<'getCouponClaimList'>['list'][number]

const fields = { keyword: text(), state: oneOf(couponStates) }

const columns: Column<Claim>[] = [
  companyColumn,
  { key: 'claimed', title: '领取时间', render: row => dateTime(row.claimed_at) },
  { key: 'source', title: '来源', render: row => couponSourceNames[row.source] },
  { key: 'state', title: '状态', render: row => <StateTag state={couponLooks[row.state]} /> },
  { key: 'until', title: '有效期至', render: row => dateTime(row.valid_until) },
  { key: 'order', title: '订单', render: row => (row.order_number ? <OrderLink number={row.order_number} /> : '—') },
  {
    key: 'discount',
    title: '减免',
    end: true,
    render: row => (row.discount === null ? '—' : yuan(row.discount)),
  },
  { key: 'used', title: '使用时间', extra: true, render: row => (row.used_at ? dateTime(row.used_at) : '—') },
]

/** The holders of a coupon with the time and state of each claim. */
export function Claims({ id }: { id: string }) {
  const at = useListAddress(fields)
  const called = useRemembered('getCouponClaimList', { ...at.query, coupon_type_id: id })
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="企业名称或信用代码" {...at.field('keyword')} />
        <NamedFilter label="状态" values={couponStates} names={couponStateNames} {...at.field('state')} />
      </FilterBar>
      <DataList
        name="operations-coupon-claims"
        noun="张"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.coupon_id}
        labelOf={row => row.company_name}
        empty={{ title: '还没有企业领取', text: '上架后企业在领券中心领取，或由您赠送给企业。' }}
      />
    </>
  )
}
