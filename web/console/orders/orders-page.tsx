import './orders.css'
import { ShoppingCartOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { useAsked } from '#web/ui/use-asked.ts'
import { Invoices } from './invoices/invoices.tsx'
import { RequestDialog, type RequestQuestion } from './invoices/request-dialog.tsx'
import type { OrderQuestion } from './order-actions.tsx'
import { OrderDialogs } from './order-dialogs.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import { OrderList } from './order-list.tsx'
import { useShownOrder } from './use-shown-order.ts'

const tabs = [
  { tab: null, name: '订单' },
  { tab: 'invoices', name: '发票' },
]

/** What the company ordered, and the invoices for it. */
export function OrdersPage() {
  const [search] = useSearchParams()
  const shown = search.get('tab') === 'invoices' ? 'invoices' : null
  const drawer = useShownOrder()
  const asked = useAsked<OrderQuestion>()
  const invoice = useAsked<RequestQuestion>()
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
      <PageTabs label="订单记录" path={paths.orderRecord} tabs={tabs} shown={shown} />
      {shown === 'invoices' ? (
        <Invoices round={round} show={drawer.show} request={invoice.ask} />
      ) : (
        <OrderList round={round} show={drawer.show} ask={asked.ask} />
      )}
      <OrderDrawer {...drawer} round={round} ask={asked.ask} request={invoice.ask} />
      {asked.question && (
        <OrderDialogs
          key={asked.round}
          question={asked.question}
          open={asked.open}
          close={asked.close}
          done={() => {
            if (asked.question?.opera === 'delete') drawer.hide()
            changed()
          }}
        />
      )}
      {invoice.question && (
        <RequestDialog
          key={`invoice:${invoice.round}`}
          orders={invoice.question.orders}
          open={invoice.open}
          close={invoice.close}
          done={changed}
        />
      )}
    </>
  )
}
