import { moneyKindNames, moneyKinds } from '#contract/operations/companies-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { gatewayNames } from '#contract/shop.ts'
import { dateTime, yuan } from '#web/ui/format.ts'
import { oneOf } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { paymentLooks, type refundLooks, type StateLook } from '#web/ui/states.ts'
import { OrderLink } from '../sales/parts.tsx'
import { operatedRefundLook } from '../sales/refund-looks.ts'
import { useRemembered } from '../use-operation.ts'
import type { CompanyTabProps } from './company.ts'

type Money = OperationOutput<'getCompanyMoney'>['list'][number]

const fields = { kind: oneOf(moneyKinds) }

/** The state is a payment's or a refund's, depending on the row's kind. */
const lookOf = ({ kind, state, withdrawn }: Money): StateLook =>
  (kind === 'payment'
    ? (paymentLooks as Record<string, StateLook>)[state]
    : // The cast is needed because the two kinds of state share one field.
      operatedRefundLook({ state: state as keyof typeof refundLooks, withdrawn })) ?? { word: state, tone: 'idle' }

const columns: Column<Money>[] = [
  { key: 'kind', title: '种类', fixed: true, render: ({ kind }) => moneyKindNames[kind] },
  { key: 'order', title: '订单', render: ({ order_number }) => <OrderLink number={order_number} /> },
  { key: 'state', title: '状态', fixed: true, render: row => <StateTag state={lookOf(row)} /> },
  {
    key: 'amount',
    title: '金额',
    end: true,
    render: ({ kind, amount }) => (kind === 'refund' ? yuan(-amount) : yuan(amount)),
  },
  { key: 'gateway', title: '方式', render: ({ gateway }) => gatewayNames[gateway] },
  { key: 'at', title: '发起', render: ({ at }) => dateTime(at) },
  { key: 'done', title: '到账或退回', render: ({ done_at }) => (done_at ? dateTime(done_at) : '—') },
  { key: 'note', title: '说明', render: ({ note }) => note || '—' },
]

/** Shows the company's payments and refunds; their totals are shown side by side and not offset. */
export function MoneyTab({ company: { info } }: CompanyTabProps) {
  const at = useListAddress(fields)
  const called = useRemembered('getCompanyMoney', { company_id: info.company_id, ...at.query })
  const { data } = called
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <NamedFilter label="种类" values={moneyKinds} names={moneyKindNames} {...at.field('kind')} />
      </FilterBar>
      {data && (
        <p className="quiet">
          累计到账 {yuan(data.received)}（未减退款）· 累计退回 {yuan(data.refunded)}；用余额的付款与退回余额的不计
        </p>
      )}
      <DataList
        name="operations-company-money"
        noun="笔款项"
        at={at}
        called={called}
        columns={columns}
        idOf={({ money_id }) => money_id}
        labelOf={({ order_number }) => order_number}
        empty={{ title: '还没有款项', text: '企业发起付款之后，付款与退款会出现在这里。' }}
      />
    </>
  )
}
