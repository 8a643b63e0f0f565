import { useRef, useState } from 'react'
import { hasContract } from '#contract/contract-names.ts'
import { cashierPath } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { May } from '#web/ui/may.tsx'
import type { OrderDetail } from '#web/ui/order/order.ts'
import { scaled } from '#web/ui/scaled.ts'
import { TicketLink, useAsks } from '../tickets/ticket-link.tsx'
import type { RequestQuestion } from './invoices/request-dialog.tsx'
import { wordOf } from './order.ts'
import type { OrderQuestion } from './order-actions.tsx'
import { OrderDetails } from './order-details.tsx'
import { Refundable } from './refundable.tsx'
import type { useShownOrder } from './use-shown-order.ts'

interface OrderDrawerProps extends ReturnType<typeof useShownOrder> {
  /** Increases after a change. */
  round: number
  ask: (question: OrderQuestion) => void
  request: (question: RequestQuestion) => void
}

export function OrderDrawer({ id, hide, round, ask, request }: OrderDrawerProps) {
  // The content stays while the drawer's closing animation runs.
  const last = useRef(id)
  if (id) last.current = id
  const shown = last.current
  const [loaded, setLoaded] = useState<OrderDetail>()
  const order = loaded?.order_id === shown ? loaded : undefined
  return (
    <Drawer
      className="order-drawer"
      open={id !== undefined}
      onClose={hide}
      byAddress
      size={scaled(640)}
      title={
        order ? (
          <span className="copied-number">
            订单 {order.order_number}
            <CopyButton text={order.order_number} label="订单号" />
          </span>
        ) : (
          '订单'
        )
      }
      footer={order && <Actions order={order} round={round} ask={ask} request={request} />}
    >
      {shown && <OrderDetails key={shown} id={shown} round={round} onLoad={setLoaded} ask={ask} />}
    </Drawer>
  )
}

/** The order is fulfilled, was paid in money that was not fully refunded, and has no invoice request yet. */
const hasInvoiceToCome = ({ product, state, payable, refunded_amount, invoice }: OrderDetail) =>
  product !== 'balance' && state === 'fulfilled' && refunded_amount < payable && !invoice
const isRefunding = ({ returned_amount, refunded_amount }: OrderDetail) => returned_amount > refunded_amount

type ActionsProps = { order: OrderDetail } & Pick<OrderDrawerProps, 'round' | 'ask' | 'request'>

function Actions({ order, round, ask, request }: ActionsProps) {
  const { order_id, order_number, operas, payable, refunded_amount } = order
  const asks = useAsks()
  return (
    <div className="order-foot">
      {operas.includes('pay') && (
        <LinkButton look="primary" to={cashierPath(order_id)}>
          去支付
        </LinkButton>
      )}
      {hasInvoiceToCome(order) && (
        <May call="requestInvoice">
          {isRefunding(order) ? (
            <span className="quiet">退款处理中，办结后可以申请发票</span>
          ) : (
            <Button
              onClick={() => request({ orders: [{ order_id, order_number, amount: payable - refunded_amount }] })}
            >
              申请发票
            </Button>
          )}
        </May>
      )}
      {(['renew', 'refund', 'cancel', 'delete'] as const)
        .filter(opera => operas.includes(opera))
        .map(opera => (
          <May key={opera} call="orderOpera">
            <Button danger={opera !== 'renew'} onClick={() => ask({ opera, order })}>
              {wordOf(opera, order)}
            </Button>
            {opera === 'refund' && (
              <span className="quiet">
                <Refundable orderId={order_id} round={round} />
              </span>
            )}
          </May>
        ))}
      {hasContract(order) && (
        <May call="getOrderContract">
          <ExportButton load={() => api.getOrderContract({ order_id })}>合同</ExportButton>
        </May>
      )}
      <TicketLink orderId={order_id} />
      {!operas.length && !hasInvoiceToCome(order) && !hasContract(order) && !asks && (
        <span className="quiet">这笔订单目前没有可以进行的操作</span>
      )}
    </div>
  )
}
