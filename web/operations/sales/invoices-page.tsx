import { invoiceFilterNames, invoiceFilters } from '#contract/operations/sales-names.ts'
import { invoiceKindNames } from '#contract/shop.ts'
import { dateTime, fromNow, yuan } from '#web/ui/format.ts'
import { oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, SearchFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { invoiceLooks, toReverseLook } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { CompanyLink } from '../company-link.tsx'
import { reloadingQueues } from '../operator-self.ts'
import { useRemembered } from '../use-operation.ts'
import type { Invoice } from './invoice.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceDialog, type InvoiceQuestion } from './invoice-dialog.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { Copied, OrderLink, Queues } from './parts.tsx'
import { TaxFiles, TaxNote, taxLook } from './tax-state.tsx'

const fields = { state: oneOf(invoiceFilters), keyword: text() }
const none = <span className="quiet">—</span>

const columns: Column<Invoice>[] = [
  {
    key: 'title',
    title: '发票抬头与税号',
    render: ({ title, tax_number }) => (
      <TwoLines first={<Copied text={title} label="抬头" />} second={<Copied text={tax_number} label="税号" />} />
    ),
  },
  {
    key: 'amount',
    title: '金额',
    end: true,
    fixed: true,
    render: ({ amount, kind }) => <TwoLines first={yuan(amount)} second={invoiceKindNames[kind]} />,
  },
  {
    key: 'state',
    title: '状态',
    fixed: true,
    render: ({ state, to_reverse, overstated, changed, reason, tax, reds }) => (
      <span className="two-lines">
        <span>
          <StateTag state={taxLook({ state, tax, reds }) ?? (to_reverse ? toReverseLook : invoiceLooks[state])} />
        </span>
        <TaxNote {...{ state, tax, reds }} />
        {changed.length > 0 ? (
          <span className="sales-note">
            订单 {changed.join('、')} 已退款或正在退款{overstated > 0 && `，待红冲 ${yuan(overstated)}`}
          </span>
        ) : (
          <span className="sales-note">{reason}</span>
        )}
      </span>
    ),
  },
  {
    key: 'orders',
    title: '订单与企业',
    render: ({ orders, company_id, company_name }) => (
      <span className="invoice-orders">
        {orders.slice(0, 2).map(({ order_number }) => (
          <OrderLink key={order_number} number={order_number} />
        ))}
        {orders.length > 2 && (
          <span className="quiet" title={orders.map(({ order_number }) => order_number).join('、')}>
            等 {orders.length} 个
          </span>
        )}
        <span className="quiet">
          <CompanyLink id={company_id} name={company_name} />
        </span>
      </span>
    ),
  },
  {
    key: 'number',
    title: '发票号码',
    render: ({ invoice_number, reds, tax }) =>
      invoice_number ? (
        <span className="two-lines">
          <Copied text={invoice_number} label="发票号码" />
          {reds.map(red => (
            <a key={red.red_invoice_id} href={red.file_url} target="_blank" rel="noreferrer">
              红字 {red.invoice_number.slice(-8)}，{yuan(red.amount)}
            </a>
          ))}
          <TaxFiles tax={tax} />
        </span>
      ) : (
        none
      ),
  },
  {
    key: 'asked',
    title: '申请时间',
    render: ({ asked_at }) => <span title={dateTime(asked_at)}>{fromNow(asked_at)}</span>,
  },
  { key: 'email', title: '接收邮箱', extra: true, render: ({ email }) => email },
  { key: 'by', title: '申请人', extra: true, render: ({ asked_by }) => asked_by },
  {
    key: 'decided',
    title: '处理时间',
    extra: true,
    render: ({ decided_at }) => (decided_at ? dateTime(decided_at) : none),
  },
]

export function InvoicesPage() {
  const at = useListAddress(fields)
  // The state has its own tabs and is not cleared.
  const filtering = { filtered: Boolean(at.filters.keyword), clear: () => at.clearBut('state') }
  const state = at.filters.state ?? 'open'
  const called = useRemembered('getInvoiceRequestList', at.query)
  const service = called.data?.tax_service ?? false
  const issuing = useDialog<Invoice>()
  const dialog = useDialog<InvoiceQuestion>()
  const done = reloadingQueues(called.reload)
  return (
    <>
      <ListHead
        title="发票"
        text={
          service
            ? '提交税务服务开具，结果自动登记，企业随即可以下载；失败的写明原因，可以再次提交或登记。订单退款后已开的发票须红冲。'
            : '在电子税务局开具后，登记 20 位号码并上传 PDF，企业随即可以下载；订单退款后已开的发票须红冲。'
        }
      />
      <FilterBar {...filtering}>
        <Queues label="状态" value={state} names={invoiceFilterNames} onChange={next => at.filter({ state: next })} />
        <SearchFilter label="企业、抬头、税号、发票号码或订单号" {...at.field('keyword')} />
      </FilterBar>
      <DataList
        name="operations-invoices"
        noun="张发票"
        at={{ ...at, ...filtering }}
        called={called}
        columns={columns}
        idOf={row => row.invoice_id}
        labelOf={row => `${row.title} ${yuan(row.amount)}`}
        actions={row => (
          <InvoiceActions row={row} service={service} issue={issuing.show} ask={dialog.show} done={done} />
        )}
        empty={
          state === 'open'
            ? { title: '没有待处理的发票', text: '企业申请开票后会出现在这里。' }
            : { title: '这里没有发票', text: '换一个状态看看。' }
        }
      />
      {issuing.subject && (
        <IssueDialog key={`issue-${issuing.key}`} invoice={issuing.subject} {...issuing.props} done={done} />
      )}
      {dialog.subject && (
        <InvoiceDialog key={`decide-${dialog.key}`} question={dialog.subject} {...dialog.props} done={done} />
      )}
    </>
  )
}
