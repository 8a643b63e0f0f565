import { DownloadOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { invoiceKindNames, invoiceStates } from '#contract/shop.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useReloadOnChange } from '#web/data/use-reload-on-change.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dateTime, yuan } from '#web/ui/format.ts'
import { oneOf } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { FilterBar, NamedFilter } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { May } from '#web/ui/may.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { invoiceLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { type ChangeDialogProps, useDialog } from '#web/ui/use-dialog.ts'
import { TicketLink } from '../../tickets/ticket-link.tsx'

type Invoice = OutputOf<'getInvoiceList'>['list'][number]

const fields = { state: oneOf(invoiceStates) }
const redSum = (reds: Invoice['reds']) => reds.reduce((sum, { amount }) => sum + amount, 0)
const none = <span className="quiet">—</span>

const columns = (show: (orderId: string) => void): Column<Invoice>[] => [
  {
    key: 'title',
    title: '发票抬头',
    render: ({ title, kind }) => <TwoLines first={title} second={invoiceKindNames[kind]} />,
  },
  {
    key: 'state',
    title: '状态',
    fixed: true,
    render: ({ state, reason }) => (
      <span className="two-lines">
        <span>
          <StateTag state={invoiceLooks[state]} />
        </span>
        {reason && <span className="invoice-reason">{reason}</span>}
      </span>
    ),
  },
  {
    key: 'amount',
    title: '金额',
    end: true,
    fixed: true,
    render: ({ amount, reds }) =>
      reds.length ? <TwoLines first={yuan(amount)} second={`已红冲 ${yuan(redSum(reds))}`} /> : yuan(amount),
  },
  {
    key: 'orders',
    title: '订单',
    render: ({ orders }) => (
      <span className="invoice-orders">
        {orders.slice(0, 2).map(({ order_id, order_number }) => (
          <button key={order_id} type="button" className="row-opener" onClick={() => show(order_id)}>
            {order_number}
          </button>
        ))}
        {orders.length > 2 && (
          <span className="quiet" title={orders.map(({ order_number }) => order_number).join('、')}>
            等 {orders.length} 个
          </span>
        )}
      </span>
    ),
  },
  { key: 'number', title: '发票号码', render: ({ invoice_number }) => invoice_number ?? none },
  { key: 'tax', title: '税号', extra: true, render: ({ tax_number }) => tax_number },
  {
    key: 'email',
    title: '接收邮箱',
    extra: true,
    render: ({ email, mailed_at, mail_problem }) => (
      <TwoLines first={email} second={mailed_at ? `${dateTime(mailed_at)} 已发送` : mail_problem ? '未能送达' : ''} />
    ),
  },
  { key: 'by', title: '申请人', extra: true, render: ({ asked_by }) => asked_by },
  { key: 'asked', title: '申请时间', render: ({ asked_at }) => dateTime(asked_at) },
  {
    key: 'decided',
    title: '处理时间',
    extra: true,
    render: ({ decided_at }) => (decided_at ? dateTime(decided_at) : none),
  },
]

interface InvoiceListProps {
  round: number
  show: (orderId: string) => void
  toOrders: () => void
}

export function InvoiceList({ round, show, toOrders }: InvoiceListProps) {
  const at = useListAddress(fields)
  const called = useRemembered('getInvoiceList', at.query)
  useReloadOnChange(round, called.reload)
  const shown = useMemo(() => columns(show), [show])
  const requested = useDialog<Invoice>()
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <NamedFilter label="状态" values={invoiceStates} names={invoiceLooks} {...at.field('state')} />
      </FilterBar>
      <DataList
        name="invoices"
        noun="张发票"
        called={called}
        at={at}
        columns={shown}
        idOf={({ invoice_id }) => invoice_id}
        labelOf={({ title, amount }) => `${title} ${yuan(amount)}`}
        tools={
          <May call="exportInvoices">
            <ExportButton load={() => api.exportInvoices(at.filters)} disabled={!called.data?.total} />
          </May>
        }
        actions={invoice => <Actions invoice={invoice} withdraw={() => requested.show(invoice)} />}
        empty={{
          title: '还没有申请过发票',
          text: '已完成的订单可以开票，几个订单可以合开一张；开具后在这里下载。',
          action: (
            <Button look="primary" onClick={toOrders}>
              选择订单开票
            </Button>
          ),
        }}
      />
      {requested.subject && (
        <WithdrawDialog key={requested.key} invoice={requested.subject} {...requested.props} done={called.reload} />
      )}
    </>
  )
}

function Actions({ invoice, withdraw }: { invoice: Invoice; withdraw: () => void }) {
  const { invoice_id, invoice_number, state, file_url, title, amount, reds } = invoice
  return (
    <span className="row-actions">
      {file_url ? (
        <Button
          size="small"
          icon={<DownloadOutlined />}
          href={file_url}
          download
          aria-label={`下载发票 ${title} ${yuan(amount)}`}
        >
          下载
        </Button>
      ) : (
        state === 'asked' && (
          <May call="withdrawInvoice">
            <Button size="small" onClick={withdraw} aria-label={`撤回发票申请 ${title} ${yuan(amount)}`}>
              撤回
            </Button>
          </May>
        )
      )}
      {file_url &&
        reds.map(red => (
          <Button
            key={red.red_invoice_id}
            size="small"
            href={red.file_url}
            download
            aria-label={`下载红字发票 ${red.invoice_number} ${yuan(red.amount)}`}
          >
            红字
          </Button>
        ))}
      <TicketLink
        size="small"
        invoiceId={invoice_id}
        subject={invoice_number ? `发票 ${invoice_number} 的疑问` : `${yuan(amount)} 的发票申请的疑问`}
        label={`就发票 ${title} ${yuan(amount)} 提交工单`}
      />
    </span>
  )
}

interface WithdrawDialogProps extends ChangeDialogProps {
  invoice: Invoice
}

function WithdrawDialog({ invoice, ...dialog }: WithdrawDialogProps) {
  const { invoice_id, title, amount, orders } = invoice
  return (
    <ConfirmDialog
      title={`撤回 ${yuan(amount)} 的发票申请`}
      {...dialog}
      okText="撤回申请"
      danger
      call={api.withdrawInvoice}
      input={{ invoice_id }}
      outdatedBy="any"
    >
      <p>
        抬头 <b>{title}</b>，{orders.length} 个订单：{orders.map(({ order_number }) => order_number).join('、')}
      </p>
      <p>撤回后不再开具；这些订单可以重新申请。</p>
    </ConfirmDialog>
  )
}
