import { orderKindNames, orderKinds, orderStates, productNames, products } from '#contract/shop.ts'
import { date, oneOf, text } from '#web/ui/list/address.ts'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import type { ListAddress } from '#web/ui/list/use-list-address.ts'
import { orderLooks } from '#web/ui/states.ts'

// The filters import the calendar, the largest part of all.
export const orderFields = {
  state: oneOf(orderStates),
  kind: oneOf(orderKinds),
  product: oneOf(products),
  keyword: text(),
  from: date,
  to: date,
}

export function OrderFilters({ at }: { at: ListAddress<typeof orderFields> }) {
  const { from, to } = at.filters
  return (
    <FilterBar filtered={at.filtered} clear={at.clear}>
      <SearchFilter label="订单号或商品" {...at.field('keyword')} />
      <NamedFilter label="状态" values={orderStates} names={orderLooks} {...at.field('state')} />
      <NamedFilter label="类型" values={orderKinds} names={orderKindNames} {...at.field('kind')} />
      <NamedFilter label="商品" values={products} names={productNames} {...at.field('product')} />
      <LazyDaysFilter label="下单日期" from={from} to={to} onChange={next => at.filter(next)} />
    </FilterBar>
  )
}
