import type { OperationOutput } from '#contract/operations/index.ts'
import {
  gatewayNames,
  gateways,
  orderKindNames,
  orderKinds,
  orderLabel,
  orderStateNames,
  orderStates,
  productNames,
  products,
} from '#contract/shop.ts'
import { dateTime, yuan } from '#web/ui/format.ts'
import { date, oneOf, text, uuid } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { OrderState } from '#web/ui/order/order-state.tsx'
import { ActExport } from '../act.tsx'
import { api } from '../api.ts'
import { companyColumn } from '../company-link.tsx'
import { useRemembered } from '../use-operation.ts'
import { OrderLink } from './parts.tsx'

type Row = OperationOutput<'getSalesOrderList'>['list'][number]

const fields = {
  state: oneOf(orderStates),
  kind: oneOf(orderKinds),
  product: oneOf(products),
  gateway: oneOf(gateways),
  company_id: uuid,
  keyword: text(),
  from: date,
  to: date,
}
const none = <span className="quiet">—</span>

const columns: Column<Row>[] = [
  {
    key: 'number',
    title: '订单',
    render: ({ order_number, subject, hidden }) => (
      <span className="two-lines">
        <OrderLink number={order_number} />
        <span className="order-subject" title={subject}>
          {subject}
          {hidden && '（企业已删除）'}
        </span>
      </span>
    ),
  },
  companyColumn,
  { key: 'kind', title: '类型', render: orderLabel },
  { key: 'state', title: '状态', fixed: true, render: order => <OrderState order={order} /> },
  { key: 'payable', title: '应付', end: true, render: ({ payable }) => yuan(payable) },
  { key: 'list', title: '原价', end: true, extra: true, render: ({ list_amount }) => yuan(list_amount) },
  { key: 'gateway', title: '支付方式', render: ({ gateway }) => (gateway ? gatewayNames[gateway] : none) },
  { key: 'created', title: '下单时间', render: ({ created_at }) => dateTime(created_at) },
  {
    key: 'paid',
    title: '支付时间',
    extra: true,
    render: ({ paid_at }) => (paid_at ? dateTime(paid_at) : none),
  },
  {
    key: 'buyer',
    title: '下单人',
    extra: true,
    render: ({ buyer_name }) => <span className="order-buyer">{buyer_name}</span>,
  },
]

export function OrdersPage() {
  const at = useListAddress(fields)
  const { filters } = at
  const called = useRemembered('getSalesOrderList', at.query)
  const { company_id } = filters
  const company = called.data?.list.find(order => order.company_id === company_id)?.company_name ?? '一家企业'
  return (
    <>
      <ListHead title="订单" text={company_id ? `只列出${company}的订单。` : '全部企业的订单，最新的在前。'} />
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="订单号、支付或退款单号、企业或内容" {...at.field('keyword')} />
        <NamedFilter label="状态" values={orderStates} names={orderStateNames} {...at.field('state')} />
        <NamedFilter label="类型" values={orderKinds} names={orderKindNames} {...at.field('kind')} />
        <NamedFilter label="商品" values={products} names={productNames} {...at.field('product')} />
        <NamedFilter label="支付方式" values={gateways} names={gatewayNames} {...at.field('gateway')} />
        <LazyDaysFilter label="下单日期" from={filters.from} to={filters.to} onChange={days => at.filter(days)} />
      </FilterBar>
      <DataList
        name="operations-orders"
        noun="个订单"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.order_id}
        labelOf={row => row.order_number}
        tools={<ActExport load={() => api.exportSalesOrders(filters)} disabled={!called.data?.total} />}
        empty={{ title: '还没有订单', text: '企业在控制台下单之后，会出现在这里。' }}
      />
    </>
  )
}
