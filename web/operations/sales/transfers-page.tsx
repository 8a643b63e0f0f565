import { transferFilters, transferStateNames } from '#contract/operations/sales-names.ts'
import { orderStateNames } from '#contract/shop.ts'
import { dateTime, yuan } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, SearchFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { transferLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActLink, ActMenu } from '../act.tsx'
import { CompanyLink } from '../company-link.tsx'
import { reloadingQueues } from '../operator-self.ts'
import { operationsPaths } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'
import { Copied, OrderLink, Queues, RequestedBy, searchedFor } from './parts.tsx'
import { TransferDialog, type TransferQuestion } from './transfer-dialog.tsx'
import type { Transfer } from './voucher.tsx'
import { VoucherCell } from './voucher.tsx'

const fields = { state: oneOf(transferFilters), keyword: text() }
const queueNames = {
  waiting: transferStateNames.submitted,
  submitted: `待核对或${transferStateNames.confirming}`,
  unpaid: transferStateNames.unpaid,
  rejected: transferStateNames.rejected,
  wrong: transferStateNames.wrong,
  returned: transferStateNames.returned,
  paid: transferStateNames.paid,
  closed: transferStateNames.closed,
  all: '全部',
} satisfies Record<(typeof transferFilters)[number], string>
const none = <span className="quiet">—</span>

const columns: Column<Transfer>[] = [
  {
    key: 'code',
    title: '备注码',
    render: ({ remark_code }) => <Copied text={remark_code} label="备注码" />,
  },
  {
    key: 'company',
    title: '认证企业 / 付款户名',
    render: ({ company_id, company_name, payer_name, payer_matches }) => (
      <span className="two-lines">
        <span>
          <CompanyLink id={company_id} name={company_name} />
        </span>
        <span className={payer_matches === false ? 'name-differs' : undefined}>
          {payer_name === null ? '未提交凭证' : payer_matches ? '付款户名一致' : `付款户名不一致：${payer_name}`}
        </span>
      </span>
    ),
  },
  {
    key: 'amount',
    title: '应付',
    end: true,
    fixed: true,
    render: ({ amount, received, settled }) => (
      <TwoLines
        first={yuan(amount)}
        second={
          received > 0 && received < amount
            ? `已到账 ${yuan(received)}`
            : settled > 0 && `${yuan(settled)} 已在别处处理`
        }
      />
    ),
  },
  {
    key: 'state',
    title: '状态',
    fixed: true,
    render: ({ state, approval, rejected_reason, problem }) => (
      <span className="two-lines">
        <span>
          <StateTag state={transferLooks[state]} />
        </span>
        {approval ? <RequestedBy approval={approval} /> : <span>{problem ?? rejected_reason}</span>}
      </span>
    ),
  },
  { key: 'voucher', title: '凭证', render: transfer => <VoucherCell transfer={transfer} /> },
  {
    key: 'order',
    title: '订单',
    render: ({ order_number, order_state }) => (
      <TwoLines first={<OrderLink number={order_number} />} second={orderStateNames[order_state]} />
    ),
  },
  { key: 'created', title: '发起时间', extra: true, render: ({ created_at }) => dateTime(created_at) },
  {
    key: 'paid',
    title: '到账时间',
    extra: true,
    render: ({ paid_at }) => (paid_at ? dateTime(paid_at) : none),
  },
]

export function TransfersPage() {
  const at = useListAddress(fields)
  // The state has its own tabs and is not cleared.
  const filtering = { filtered: Boolean(at.filters.keyword), clear: () => at.clearBut('state') }
  const state = at.filters.state ?? 'submitted'
  const called = useRemembered('getTransferList', at.query)
  const dialog = useDialog<TransferQuestion>()
  return (
    <>
      <ListHead
        title="对公转账"
        text="逐笔核对银行流水：备注码、金额、付款户名三者一致才提交，按审批规则由另一位操作员确认后订单开通。"
      >
        <ActLink to={operationsPaths.statement}>导入银行流水</ActLink>
      </ListHead>
      <FilterBar {...filtering}>
        <Queues label="状态" value={state} names={queueNames} onChange={next => at.filter({ state: next })} />
        <SearchFilter
          label="企业、备注码、订单号或金额"
          {...at.field('keyword')}
          onChange={keyword => at.filter(searchedFor(keyword))}
        />
      </FilterBar>
      <DataList
        name="operations-transfers"
        noun="笔转账"
        at={{ ...at, ...filtering }}
        called={called}
        columns={columns}
        idOf={row => row.payment_id}
        labelOf={row => `${row.company_name} ${row.remark_code}`}
        actions={row => <Actions row={row} ask={dialog.show} />}
        empty={
          state === 'waiting' || state === 'submitted'
            ? { title: '没有待核对的凭证', text: '企业提交转账凭证后会出现在这里；没有凭证的在“待汇款”中。' }
            : { title: `没有${queueNames[state]}的转账`, text: '换一个状态看看。' }
        }
      />
      {dialog.subject && (
        <TransferDialog
          key={dialog.key}
          question={dialog.subject}
          {...dialog.props}
          done={reloadingQueues(called.reload)}
        />
      )}
    </>
  )
}

function Actions({ row, ask }: { row: Transfer; ask: (question: TransferQuestion) => void }) {
  const { state } = row
  if (state === 'confirming')
    return (
      <LinkButton size="small" to={`${operationsPaths.approvals}?state=waiting&kind=payment`}>
        查看申请
      </LinkButton>
    )
  if (state === 'wrong')
    return (
      <LinkButton size="small" to={`${operationsPaths.money}?kind=mismatch`}>
        处理款项
      </LinkButton>
    )
  if (state === 'paid' || state === 'returned')
    return (
      <ActButton size="small" onClick={() => ask({ action: 'again', transfer: row })}>
        登记又到账
      </ActButton>
    )
  const open = state !== 'closed'
  return (
    <span className="row-actions">
      <ActButton
        size="small"
        look={state === 'submitted' ? 'primary' : 'default'}
        onClick={() => ask({ action: 'confirm', transfer: row })}
      >
        确认到账
      </ActButton>
      <ActMenu
        label={`${row.remark_code}的其他操作`}
        actions={[
          { key: 'part', label: '登记部分到账', run: () => ask({ action: 'part', transfer: row }) },
          ...(row.received
            ? [{ key: 'giveUp', label: '退回部分到账', run: () => ask({ action: 'giveUp', transfer: row }) }]
            : []),
          { key: 'wrong', label: '登记金额不符', run: () => ask({ action: 'wrong', transfer: row }) },
          ...(open
            ? [{ key: 'reject', label: '驳回凭证', danger: true, run: () => ask({ action: 'reject', transfer: row }) }]
            : []),
        ]}
      />
    </span>
  )
}
