import { DownloadOutlined } from '@ant-design/icons'
import type { OperationOutput } from '#contract/operations/index.ts'
import { invoiceKindNames, invoiceStates } from '#contract/shop.ts'
import { Button } from '#web/ui/button.tsx'
import { dateTime, yuan } from '#web/ui/format.ts'
import { oneOf } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { invoiceLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { OrderLink } from '../sales/parts.tsx'
import { useRemembered } from '../use-operation.ts'
import type { CompanyTabProps } from './company.ts'

type Invoice = OperationOutput<'getCompanyInvoices'>['list'][number]

const fields = { state: oneOf(invoiceStates) }

const columns: Column<Invoice>[] = [
  { key: 'title', title: '抬头', render: ({ title, tax_number }) => <TwoLines first={title} second={tax_number} /> },
  {
    key: 'amount',
    title: '金额',
    end: true,
    render: ({ amount, kind }) => <TwoLines first={yuan(amount)} second={invoiceKindNames[kind]} />,
  },
  { key: 'state', title: '状态', fixed: true, render: ({ state }) => <StateTag state={invoiceLooks[state]} /> },
  { key: 'number', title: '发票号码', render: ({ invoice_number }) => invoice_number ?? '—' },
  {
    key: 'orders',
    title: '订单',
    render: ({ orders }) => (
      <span className="two-lines">
        {orders.slice(0, 3).map(({ order_number }) => (
          <OrderLink key={order_number} number={order_number} />
        ))}
        {orders.length > 3 && <span>等 {orders.length} 个</span>}
      </span>
    ),
  },
  { key: 'asked', title: '申请', render: ({ asked_by, asked_at }) => `${asked_by} ${dateTime(asked_at)}` },
  { key: 'reason', title: '说明', extra: true, render: ({ reason }) => reason || '—' },
]

export function InvoicesTab({ company: { info } }: CompanyTabProps) {
  const at = useListAddress(fields)
  const called = useRemembered('getCompanyInvoices', { company_id: info.company_id, ...at.query })
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <NamedFilter label="状态" values={invoiceStates} names={invoiceLooks} {...at.field('state')} />
      </FilterBar>
      <DataList
        name="operations-company-invoices"
        noun="张发票"
        at={at}
        called={called}
        columns={columns}
        idOf={({ invoice_id }) => invoice_id}
        labelOf={({ title, amount }) => `${title} ${yuan(amount)}`}
        actions={({ file_url, title }) =>
          file_url && (
            <Button
              size="small"
              icon={<DownloadOutlined />}
              href={file_url}
              target="_blank"
              aria-label={`下载 ${title} 的发票`}
            >
              PDF
            </Button>
          )
        }
        empty={{ title: '还没有发票', text: '企业申请的发票会出现在这里。' }}
      />
    </>
  )
}
