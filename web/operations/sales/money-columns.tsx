import { gatewayNames, orderStateNames } from '#contract/shop.ts'
import { fromNow, yuan } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { troubleLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { companyColumn } from '../company-link.tsx'
import type { Trouble } from './money-dialog.tsx'
import { Copied, OrderLink, RequestedBy } from './parts.tsx'

export const columns: Column<Trouble>[] = [
  {
    key: 'kind',
    title: '情形',
    render: ({ kind, approval, returning }) => (
      <span className="two-lines">
        <span>
          <StateTag state={troubleLooks[kind]} />
        </span>
        {approval ? <RequestedBy approval={approval} /> : <span>{returning && '退回中'}</span>}
      </span>
    ),
  },
  companyColumn,
  {
    key: 'amount',
    title: '款项',
    end: true,
    fixed: true,
    render: ({ amount, due }) => (
      <TwoLines first={amount === null ? '—' : yuan(amount)} second={amount !== due && `应付 ${yuan(due)}`} />
    ),
  },
  { key: 'about', title: '说明', render: ({ about }) => <span className="sales-note">{about}</span> },
  {
    key: 'payment',
    title: '支付',
    render: ({ gateway, out_trade_no }) => (
      <TwoLines first={gatewayNames[gateway]} second={<Copied text={out_trade_no} label="支付单号" />} />
    ),
  },
  {
    key: 'order',
    title: '订单',
    render: ({ order_number, order_state }) => (
      <TwoLines first={<OrderLink number={order_number} />} second={orderStateNames[order_state]} />
    ),
  },
  { key: 'since', title: '发生', render: ({ since }) => fromNow(since) },
]
