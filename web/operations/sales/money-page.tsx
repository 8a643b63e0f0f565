import { troubleKinds, troubleNames } from '#contract/operations/sales-names.ts'
import { gatewayNames, orderStateNames } from '#contract/shop.ts'
import { fromNow, yuan } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { oneOf } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { troubleLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { CompanyLink } from '../company-link.tsx'
import { refreshSelf } from '../operator-self.ts'
import { operationsPaths } from '../paths.ts'
import { useOperation } from '../use-operation.ts'
import type { Trouble } from './money-dialog.tsx'
import { MoneyDialog, type MoneyQuestion } from './money-dialog.tsx'
import { Copied, OrderLink, Queues, RequestedBy } from './parts.tsx'

const fields = { kind: oneOf(troubleKinds) }
const queueNames = { all: '全部', ...troubleNames }

const columns: Column<Trouble>[] = [
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
  { key: 'company', title: '企业', render: row => <CompanyLink id={row.company_id} name={row.company_name} /> },
  {
    key: 'amount',
    title: '款项',
    end: true,
    fixed: true,
    render: ({ amount, due }) => (
      <span className="two-lines">
        <span>{amount === null ? '—' : yuan(amount)}</span>
        {amount !== due && <span>应付 {yuan(due)}</span>}
      </span>
    ),
  },
  { key: 'about', title: '说明', render: ({ about }) => <span className="sales-note">{about}</span> },
  {
    key: 'payment',
    title: '支付',
    render: ({ gateway, out_trade_no }) => (
      <span className="two-lines">
        <span>{gatewayNames[gateway]}</span>
        <Copied text={out_trade_no} label="支付单号" />
      </span>
    ),
  },
  {
    key: 'order',
    title: '订单',
    render: ({ order_number, order_state }) => (
      <span className="two-lines">
        <OrderLink number={order_number} />
        <span>{orderStateNames[order_state]}</span>
      </span>
    ),
  },
  { key: 'since', title: '发生', render: ({ since }) => fromNow(since) },
]

export function MoneyPage() {
  const at = useListAddress(fields)
  const called = useOperation('getTroubleList', at.query)
  const dialog = useDialog<MoneyQuestion>()
  return (
    <>
      <ListHead
        title="异常款项"
        text="到账金额与应付不符、多收而待退回、支付渠道退款失败的款项，最早的在前；每一笔都须退回或说明去向。"
      />
      <FilterBar filtered={false} clear={at.clear}>
        <Queues
          label="情形"
          value={at.filters.kind ?? 'all'}
          names={queueNames}
          onChange={kind => at.filter({ kind: kind === 'all' ? undefined : kind })}
        />
      </FilterBar>
      <DataList
        name="operations-money"
        noun="笔款项"
        at={{ ...at, filtered: false }}
        called={called}
        columns={columns}
        idOf={row => `${row.kind}:${row.out_refund_no ?? row.out_trade_no}`}
        labelOf={row => `${row.company_name} ${row.out_trade_no}`}
        actions={row => <Actions row={row} ask={dialog.show} />}
        empty={{ title: '没有异常款项', text: '每一笔到账的款项都已入账或退回。' }}
      />
      {dialog.subject && (
        <MoneyDialog
          key={dialog.key}
          question={dialog.subject}
          {...dialog.props}
          done={() => {
            called.reload()
            void refreshSelf()
          }}
        />
      )}
    </>
  )
}

function Actions({ row, ask }: { row: Trouble; ask: (question: MoneyQuestion) => void }) {
  if (row.kind === 'mismatch' && !row.out_refund_no)
    return (
      <span className="row-actions">
        {row.amount !== null && (
          <ActButton size="small" type="primary" onClick={() => ask({ action: 'return', trouble: row })}>
            退回款项
          </ActButton>
        )}
        <ActButton size="small" onClick={() => ask({ action: 'settle', trouble: row })}>
          已处理
        </ActButton>
      </span>
    )
  return (
    <LinkButton
      size="small"
      to={`${operationsPaths.refunds}?${new URLSearchParams({ state: 'open', keyword: row.order_number })}`}
    >
      {row.kind === 'failed' ? '重试或登记' : '处理退款'}
    </LinkButton>
  )
}
