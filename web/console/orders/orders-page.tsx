import './orders.css'
import { ShoppingCartOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useMay } from '#web/data/may.ts'
import { readRemainDays } from '#web/data/remain-days.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { RequestQuestion } from './invoices/request-dialog.tsx'
import type { OrderQuestion } from './order-actions.tsx'
import { OrderList } from './order-list.tsx'
import { useShownOrder } from './use-shown-order.ts'

const OrderDialogs = idlePart(async () => (await import('./order-dialogs.tsx')).OrderDialogs)
const RequestDialog = idlePart(async () => (await import('./invoices/request-dialog.tsx')).RequestDialog)
const OrderDrawer = idlePart(async () => (await import('./order-drawer.tsx')).OrderDrawer, {
  isOpen: ({ id }) => id !== undefined,
})
const Invoices = idlePart(async () => (await import('./invoices/invoices.tsx')).Invoices)
const Proposals = idlePart(async () => (await import('./proposals/proposals.tsx')).Proposals)

const tabs = [
  { tab: null, name: '订单', call: 'getOrderList' },
  { tab: 'proposals', name: '报价', call: 'getProposalList' },
  { tab: 'invoices', name: '发票', call: 'getInvoiceList' },
] as const

/** The company's orders and their invoices. */
export function OrdersPage() {
  const [search] = useSearchParams()
  const may = useMay()
  const open = tabs.filter(({ call }) => may(call))
  const shown = open.find(({ tab }) => tab === search.get('tab'))?.tab ?? null
  const drawer = useShownOrder()
  const requested = useDialog<OrderQuestion>()
  const invoice = useDialog<RequestQuestion>()
  const [round, setRound] = useState(0)
  const changed = () => setRound(before => before + 1)

  return (
    <>
      <ListHead title="订单记录">
        <LinkButton icon={<ShoppingCartOutlined />} to={paths.buyHours}>
          购买时长
        </LinkButton>
        <LinkButton icon={<ShoppingCartOutlined />} to={paths.buyLines}>
          购买专线
        </LinkButton>
      </ListHead>
      <PageTabs label="订单记录" path={paths.orderRecord} tabs={open} active={shown} />
      {shown === 'proposals' ? (
        <Proposals changed={changed} />
      ) : shown === 'invoices' ? (
        <Invoices round={round} show={drawer.show} request={invoice.show} />
      ) : (
        <OrderList round={round} show={drawer.show} ask={requested.show} />
      )}
      <OrderDrawer {...drawer} round={round} ask={requested.show} request={invoice.show} />
      {requested.subject && (
        <OrderDialogs
          key={requested.key}
          question={requested.subject}
          {...requested.props}
          done={() => {
            if (requested.subject?.opera === 'delete') drawer.hide()
            // A refund takes hours, and its withdrawal gives them back.
            if (requested.subject?.order.product === 'hours') void readRemainDays()
            changed()
          }}
        />
      )}
      {invoice.subject && (
        <RequestDialog
          key={`invoice:${invoice.key}`}
          orders={invoice.subject.orders}
          {...invoice.props}
          done={changed}
        />
      )}
    </>
  )
}
