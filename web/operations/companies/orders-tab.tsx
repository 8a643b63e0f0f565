import type { OperationOutput } from '#contract/operations/index.ts'
import { orderLabel, orderStates } from '#contract/shop.ts'
import { dateTime, yuan } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { orderLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { ordersOf } from '../paths.ts'
import { OrderLink } from '../sales/parts.tsx'
import { useRemembered } from '../use-operation.ts'
import type { CompanyTabProps } from './company.ts'

type Order = OperationOutput<'getCompanyOrders'>['list'][number]

const fields = { keyword: text(), state: oneOf(orderStates) }
const none = <span className="quiet">—</span>

const columns: Column<Order>[] = [
  {
    key: 'number',
    title: '订单',
    render: ({ order_number, subject }) => <TwoLines first={<OrderLink number={order_number} />} second={subject} />,
  },
  { key: 'state', title: '状态', fixed: true, render: ({ state }) => <StateTag state={orderLooks[state]} /> },
  { key: 'kind', title: '类型', render: orderLabel },
  { key: 'payable', title: '应付', end: true, render: ({ payable }) => yuan(payable) },
  { key: 'buyer', title: '下单人', render: ({ buyer_name }) => <span className="order-buyer">{buyer_name}</span> },
  { key: 'created', title: '下单时间', render: ({ created_at }) => dateTime(created_at) },
  { key: 'paid', title: '支付时间', render: ({ paid_at }) => (paid_at ? dateTime(paid_at) : none) },
]

export function OrdersTab({ company }: CompanyTabProps) {
  const { company_id } = company.info
  const at = useListAddress(fields)
  const called = useRemembered('getCompanyOrders', { company_id, ...at.query })
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="订单号或商品" {...at.field('keyword')} />
        <NamedFilter label="状态" values={orderStates} names={orderLooks} {...at.field('state')} />
      </FilterBar>
      <DataList
        name="operations-company-orders"
        noun="个订单"
        at={at}
        called={called}
        columns={columns}
        idOf={({ order_id }) => order_id}
        labelOf={({ order_number }) => order_number}
        tools={<LinkButton to={ordersOf(company_id)}>在订单管理中查看</LinkButton>}
        empty={{ title: '还没有订单', text: '企业下单后，订单会出现在这里。' }}
      />
    </>
  )
}
