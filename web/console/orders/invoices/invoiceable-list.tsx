import { useRef } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { useMay } from '#web/data/may.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useReloadOnChange } from '#web/data/use-reload-on-change.ts'
import { Button } from '#web/ui/button.tsx'
import { dateTime, yuan } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { toast } from '#web/ui/toast.ts'
import { maxOrders, type RequestQuestion } from './request-dialog.tsx'

type Row = OutputOf<'getInvoiceableOrderList'>['list'][number]

const fields = {}

const columns = (show: (orderId: string) => void): Column<Row>[] => [
  {
    key: 'number',
    title: '订单',
    render: ({ order_id, order_number, subject }) => (
      <span className="two-lines">
        <button type="button" className="row-opener" onClick={() => show(order_id)}>
          {order_number}
        </button>
        <span className="order-subject" title={subject}>
          {subject}
        </span>
      </span>
    ),
  },
  { key: 'amount', title: '可开金额', end: true, fixed: true, render: ({ amount }) => yuan(amount) },
  { key: 'at', title: '完成时间', fixed: true, render: ({ fulfilled_at }) => dateTime(fulfilled_at) },
]

interface InvoiceableListProps {
  round: number
  show: (orderId: string) => void
  request: (question: RequestQuestion) => void
}

/** Orders without an invoice request; one invoice can cover several. */
export function InvoiceableList({ round, show, request }: InvoiceableListProps) {
  const at = useListAddress(fields)
  const called = useRemembered('getInvoiceableOrderList', { page: at.page, page_size: at.size })
  const mayRequest = useMay()('requestInvoice')
  const selection = useSelection<Row>(({ order_id }) => order_id, '', called.data?.list, at)
  /** The orders for which an invoice was requested here; empty if it was requested elsewhere. */
  const requested = useRef<readonly Row[]>([])
  // Requested orders leave the list and the selection; the others remain selected.
  useReloadOnChange(round, () => {
    if (requested.current.length) selection.set(requested.current, false)
    else selection.clear()
    requested.current = []
    called.reload()
  })
  const chosen = selection.rows.reduce((sum, { amount }) => sum + amount, 0)
  function ask(orders: readonly Row[]) {
    if (orders.length > maxOrders) return toast.info(`一张发票最多 ${maxOrders} 个订单，请分几张申请`)
    requested.current = orders
    request({ orders: orders.map(({ order_id, order_number, amount }) => ({ order_id, order_number, amount })) })
  }
  function open(orderId: string) {
    requested.current = []
    show(orderId)
  }
  return (
    <>
      <p className="invoiceable-total">
        可开票金额 <strong>{called.data ? yuan(called.data.amount_total) : '…'}</strong>
        <span className="quiet">已完成且尚未开票的订单实付金额合计，优惠券抵扣的部分不开票</span>
      </p>
      <DataList
        name="invoiceable"
        noun="个可开票订单"
        called={called}
        at={at}
        columns={columns(open)}
        idOf={({ order_id }) => order_id}
        labelOf={({ order_number }) => order_number}
        selection={mayRequest ? selection : undefined}
        bulk={
          <Button size="small" look="primary" onClick={() => ask(selection.rows)}>
            合开一张发票 {yuan(chosen)}
          </Button>
        }
        actions={
          mayRequest
            ? row => (
                <Button size="small" aria-label={`为订单 ${row.order_number} 申请发票`} onClick={() => ask([row])}>
                  申请发票
                </Button>
              )
            : undefined
        }
        empty={{
          title: '没有可以开票的订单',
          text: '订单完成后即可申请发票；已申请的在“开票记录”里。',
          action: <LinkButton to={paths.orderRecord}>查看订单</LinkButton>,
        }}
      />
    </>
  )
}
