import { refundFilterNames, refundFilters } from '#contract/operations/sales-names.ts'
import { gatewayNames, refundKindNames } from '#contract/shop.ts'
import { dateTime, fromNow, yuan } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, SearchFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActExport } from '../act.tsx'
import { api } from '../api.ts'
import { companyColumn } from '../company-link.tsx'
import { reloadingQueues } from '../operator-self.ts'
import { operationsPaths } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'
import { Copied, OrderLink, Queues, RequestedBy, searchedFor } from './parts.tsx'
import type { Refund } from './refund-dialog.tsx'
import { RefundDialog, type RefundQuestion } from './refund-dialog.tsx'
import { operatedRefundLook } from './refund-looks.ts'

const fields = { state: oneOf(refundFilters), keyword: text() }
/** The refund is approved, but the bank has not sent it yet. */
const toSend = ({ by_hand, state }: Refund) => by_hand && state === 'sending'
const toSendLook = { word: '待财务汇回', tone: 'warn' } as const

const columns: Column<Refund>[] = [
  {
    key: 'order',
    title: '订单',
    render: ({ order_number, subject }) => (
      <span className="two-lines">
        <OrderLink number={order_number} />
        <span className="order-subject" title={subject}>
          {subject}
        </span>
      </span>
    ),
  },
  companyColumn,
  { key: 'amount', title: '金额', end: true, fixed: true, render: ({ amount }) => yuan(amount) },
  {
    key: 'state',
    title: '状态',
    fixed: true,
    render: refund => (
      <span className="two-lines">
        <span>
          <StateTag state={toSend(refund) ? toSendLook : operatedRefundLook(refund)} />
        </span>
        {refund.approval ? (
          <RequestedBy approval={refund.approval} />
        ) : (
          <span className="sales-note">{refund.failure || refund.note}</span>
        )}
      </span>
    ),
  },
  {
    key: 'reason',
    title: '原因',
    render: ({ kind, reason }) => (
      <TwoLines first={<span className="sales-note">{reason}</span>} second={refundKindNames[kind]} />
    ),
  },
  {
    key: 'gateway',
    title: '退回方式',
    render: ({ gateway, by_hand }) => (
      <TwoLines first={gatewayNames[gateway]} second={by_hand ? '财务由银行汇回' : '原路退回'} />
    ),
  },
  {
    key: 'asked',
    title: '申请时间',
    render: ({ asked_at }) => <span title={dateTime(asked_at)}>{fromNow(asked_at)}</span>,
  },
  {
    key: 'number',
    title: '退款编号',
    extra: true,
    render: ({ out_refund_no }) => <Copied text={out_refund_no} label="退款编号" />,
  },
  {
    key: 'done',
    title: '办结时间',
    extra: true,
    render: ({ done_at }) => (done_at ? dateTime(done_at) : <span className="quiet">—</span>),
  },
]

export function RefundsPage() {
  const at = useListAddress(fields)
  // The state has its own tabs and is not cleared.
  const filtering = { filtered: Boolean(at.filters.keyword), clear: () => at.clearBut('state') }
  const state = at.filters.state ?? 'open'
  const called = useRemembered('getRefundList', at.query)
  const dialog = useDialog<RefundQuestion>()
  return (
    <>
      <ListHead
        title="退款"
        text="申请时要退的内容已收回（补偿不收回任何内容）。同意后按审批规则由另一位操作员确认才退回；驳回则恢复原状。"
      />
      <FilterBar {...filtering}>
        <Queues label="状态" value={state} names={refundFilterNames} onChange={next => at.filter({ state: next })} />
        <SearchFilter
          label="企业、退款编号、订单号或金额"
          {...at.field('keyword')}
          onChange={keyword => at.filter(searchedFor(keyword))}
        />
      </FilterBar>
      <DataList
        name="operations-refunds"
        noun="笔退款"
        at={{ ...at, ...filtering }}
        called={called}
        columns={columns}
        idOf={row => row.refund_id}
        labelOf={row => `${row.company_name} ${row.order_number}`}
        actions={row => <Actions row={row} ask={dialog.show} />}
        empty={
          state === 'open' || state === 'waiting'
            ? { title: '没有待处理的退款', text: '企业在订单中申请退款后，会出现在这里。' }
            : { title: '这里没有退款', text: '换一个状态看看。' }
        }
      />
      {dialog.subject && (
        <RefundDialog
          key={dialog.key}
          question={dialog.subject}
          {...dialog.props}
          done={reloadingQueues(called.reload)}
        />
      )}
    </>
  )
}

function Actions({ row, ask }: { row: Refund; ask: (question: RefundQuestion) => void }) {
  if (row.approval)
    return (
      <LinkButton size="small" to={`${operationsPaths.approvals}?state=waiting&kind=refund`}>
        查看申请
      </LinkButton>
    )
  const button = (action: RefundQuestion['action'], word: string, type: 'primary' | 'default' = 'primary') => (
    <ActButton size="small" look={type} danger={action === 'reject'} onClick={() => ask({ action, refund: row })}>
      {word}
    </ActButton>
  )
  // Nothing was delivered for the other kinds, so their money must be returned.
  const reject = row.kind !== 'surplus' && row.kind !== 'mismatch' && button('reject', '驳回', 'default')
  if (row.state === 'asked')
    return (
      <span className="row-actions">
        {button('approve', '同意')}
        {reject}
      </span>
    )
  if (toSend(row)) return button('sent', '登记已汇回')
  if (row.credit_number)
    return (
      <ActExport
        call="getRefundCreditNote"
        load={() => api.getRefundCreditNote({ out_refund_no: row.out_refund_no })}
        size="small"
      >
        凭证
      </ActExport>
    )
  if (row.state === 'failed')
    return (
      <span className="row-actions">
        {!row.by_hand && button('resend', '重新发起')}
        {row.gateway !== 'balance' && button('sent', '登记已汇回', 'default')}
        {reject}
      </span>
    )
  return null
}
