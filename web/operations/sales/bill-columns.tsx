import type { OperationOutput } from '#contract/operations/index.ts'
import { billDifferenceNames } from '#contract/operations/sales-names.ts'
import { gatewayNames } from '#contract/shop.ts'
import { dateTime, fromNow, yuan } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { CompanyLink } from '../company-link.tsx'
import { Copied, OrderLink } from './parts.tsx'

export type Bill = OperationOutput<'getBillList'>['list'][number]
export type Difference = OperationOutput<'getBillDifferenceList'>['list'][number]

const dash = <span className="quiet">—</span>
const amountOf = (fen: number | null) => (fen === null ? dash : yuan(fen))

export const billColumns: Column<Bill>[] = [
  {
    key: 'day',
    title: '日期',
    fixed: true,
    render: ({ day, gateway }) => <TwoLines first={day} second={gatewayNames[gateway]} />,
  },
  {
    key: 'payments',
    title: '收款',
    end: true,
    render: ({ payments, payments_amount, state }) =>
      state === 'read' ? <TwoLines first={yuan(payments_amount)} second={`${payments} 笔`} /> : dash,
  },
  {
    key: 'refunds',
    title: '退款',
    end: true,
    render: ({ refunds, refunds_amount, state }) =>
      state === 'read' ? <TwoLines first={yuan(refunds_amount)} second={`${refunds} 笔`} /> : dash,
  },
  {
    key: 'state',
    title: '核对',
    fixed: true,
    render: bill => (
      <span className="two-lines">
        <span>
          <StateTag state={lookOf(bill)} />
        </span>
        {bill.problem && <span className="sales-note">{bill.problem}</span>}
      </span>
    ),
  },
  {
    key: 'read',
    title: '读取',
    render: ({ read_at, tried_at }) => {
      const at = read_at ?? tried_at
      return at ? <span title={dateTime(at)}>{fromNow(at)}</span> : dash
    },
  },
]

const lookOf = ({ state, differences, problem }: Bill) => {
  if (state === 'waiting') return { word: problem ? '未能读取' : '待读取', tone: problem ? 'bad' : 'idle' } as const
  return differences
    ? ({ word: `${differences} 笔差异`, tone: 'warn' } as const)
    : ({ word: '一致', tone: 'good' } as const)
}

export const differenceColumns: Column<Difference>[] = [
  {
    key: 'kind',
    title: '差异',
    render: ({ kind, day, gateway }) => (
      <TwoLines first={billDifferenceNames[kind]} second={`${gatewayNames[gateway]} ${day}`} />
    ),
  },
  { key: 'billed', title: '渠道账单', end: true, fixed: true, render: row => amountOf(row.billed_amount) },
  { key: 'own', title: '本站记录', end: true, fixed: true, render: row => amountOf(row.own_amount) },
  {
    key: 'numbers',
    title: '单号',
    render: ({ out_trade_no, out_refund_no }) => (
      <span className="two-lines">
        <Copied text={out_trade_no} label="支付单号" />
        {out_refund_no && <Copied text={out_refund_no} label="退款单号" />}
      </span>
    ),
  },
  {
    key: 'trade',
    title: '渠道交易号',
    extra: true,
    render: ({ trade_no }) => (trade_no ? <Copied text={trade_no} label="渠道交易号" /> : dash),
  },
  {
    key: 'order',
    title: '订单',
    render: ({ order_number, company_id, company_name }) =>
      order_number && company_id && company_name ? (
        <TwoLines
          first={<OrderLink number={order_number} />}
          second={<CompanyLink id={company_id} name={company_name} />}
        />
      ) : (
        dash
      ),
  },
  {
    key: 'handled',
    title: '去向',
    render: ({ handled_at, handled_by, note }) =>
      handled_at ? (
        <span className="two-lines">
          <span className="sales-note">{note}</span>
          <span title={dateTime(handled_at)}>
            {handled_by} {fromNow(handled_at)}
          </span>
        </span>
      ) : (
        dash
      ),
  },
]
