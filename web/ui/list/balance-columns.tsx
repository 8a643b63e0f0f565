import './balance.css'
import type { ReactNode } from 'react'
import { balanceKindNames } from '#contract/balance-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { dateTime, yuan } from '#web/ui/format.ts'
import type { Column } from './columns.ts'

export type BalanceEntry = OutputOf<'getBalanceLedger'>['list'][number]

const none = <span className="quiet">—</span>

/** Returns the columns of a balance's ledger; `order` renders an order's number as the section requires. */
export const balanceColumns = (order: (entry: BalanceEntry, number: string) => ReactNode): Column<BalanceEntry>[] => [
  { key: 'at', title: '时间', fixed: true, render: ({ created_at }) => dateTime(created_at) },
  { key: 'kind', title: '类型', render: ({ kind }) => balanceKindNames[kind] },
  {
    key: 'amount',
    title: '金额',
    end: true,
    fixed: true,
    render: ({ amount }) => (
      <span className={amount > 0 ? 'money-in' : undefined}>{amount > 0 ? `+${yuan(amount)}` : yuan(amount)}</span>
    ),
  },
  { key: 'after', title: '之后余额', end: true, render: ({ balance_after }) => yuan(balance_after) },
  {
    key: 'order',
    title: '订单',
    render: entry => (entry.order_number ? order(entry, entry.order_number) : none),
  },
  { key: 'actor', title: '经办人', render: ({ actor_name }) => actor_name },
  { key: 'note', title: '说明', render: ({ note }) => note || none },
]
