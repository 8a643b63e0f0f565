import type { OutputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { count, yuan } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { May } from '#web/ui/may.tsx'
import { TicketLink } from '../tickets/ticket-link.tsx'

type Month = OutputOf<'getStatementList'>['list'][number]

const fields = {}
const signed = (fen: number) => (fen > 0 ? `+${yuan(fen)}` : yuan(fen))
const columns: Column<Month>[] = [
  { key: 'month', title: '月份', fixed: true, render: ({ month }) => month },
  { key: 'opening', title: '期初余额', end: true, render: ({ opening }) => yuan(opening) },
  { key: 'topups', title: '充值', end: true, render: ({ topups, withdrawals }) => signed(topups + withdrawals) },
  { key: 'payments', title: '支付订单', end: true, render: ({ payments }) => signed(payments) },
  { key: 'refunds', title: '退款', end: true, render: ({ refunds }) => signed(refunds) },
  { key: 'corrections', title: '更正', end: true, extra: true, render: ({ corrections }) => signed(corrections) },
  { key: 'closing', title: '期末余额', end: true, fixed: true, render: ({ closing }) => yuan(closing) },
  {
    key: 'orders',
    title: '当月订单',
    end: true,
    render: ({ orders, orders_amount }) => `${count(orders)} 个，${yuan(orders_amount)}`,
  },
]

/** One statement per month; there are few, so they are loaded in one call. */
export function Statements() {
  const at = useListAddress(fields)
  const { data, ...called } = useRemembered('getStatementList', {})
  return (
    <DataList
      name="statements"
      noun="份对账单"
      called={{ ...called, data: data && { list: data.list, total: data.list.length } }}
      at={{ ...at, filtered: false }}
      columns={columns}
      idOf={({ month }) => month}
      labelOf={({ month }) => `${month} 对账单`}
      actions={({ month }) => (
        <span className="row-actions">
          <May call="exportStatement">
            <ExportButton load={() => api.exportStatement({ month, format: 'pdf' })} size="small">
              PDF
            </ExportButton>
            <ExportButton load={() => api.exportStatement({ month, format: 'xlsx' })} size="small">
              XLSX
            </ExportButton>
          </May>
          <TicketLink
            size="small"
            month={month}
            subject={`${month} 对账单的疑问`}
            label={`就 ${month} 对账单提交工单`}
          />
        </span>
      )}
      empty={{ title: '还没有对账单', text: '第一次充值或支付订单之后，每个月各有一份。' }}
    />
  )
}
