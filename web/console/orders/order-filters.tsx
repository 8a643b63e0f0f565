import { orderKindNames, orderKinds, orderStates, productNames, products } from '#contract/shop.ts'
import { date, oneOf, text } from '#web/ui/list/address.ts'
import { FilterBar, SearchFilter, SelectFilter } from '#web/ui/list/filters.tsx'
import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import type { ListAddress } from '#web/ui/list/use-list-address.ts'
import { orderLooks } from '#web/ui/states.ts'

// It imports the calendar, the largest part of all.
export const orderFields = {
  state: oneOf(orderStates),
  kind: oneOf(orderKinds),
  product: oneOf(products),
  keyword: text(),
  from: date,
  to: date,
}

export function OrderFilters({ at }: { at: ListAddress<typeof orderFields> }) {
  const { state, kind, product, keyword, from, to } = at.filters
  return (
    <FilterBar filtered={at.filtered} clear={at.clear}>
      <SearchFilter label="订单号或商品" value={keyword} onChange={next => at.filter({ keyword: next })} />
      <SelectFilter
        label="状态"
        value={state}
        options={orderStates.map(value => ({ value, label: orderLooks[value].word }))}
        onChange={next => at.filter({ state: next })}
      />
      <SelectFilter
        label="类型"
        value={kind}
        options={orderKinds.map(value => ({ value, label: orderKindNames[value] }))}
        onChange={next => at.filter({ kind: next })}
      />
      <SelectFilter
        label="商品"
        value={product}
        options={products.map(value => ({ value, label: productNames[value] }))}
        onChange={next => at.filter({ product: next })}
      />
      <LazyDaysFilter label="下单日期" from={from} to={to} onChange={next => at.filter(next)} />
    </FilterBar>
  )
}
