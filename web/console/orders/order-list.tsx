import { useMemo, useState } from 'react'
import { jointOrders } from '#contract/balance-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { cashierPath, paths } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { countedOnce } from '#web/data/counted-once.ts'
import { useMay } from '#web/data/may.ts'
import { useLeadOn } from '#web/data/use-lead-on.ts'
import { useReloadOnChange } from '#web/data/use-reload-on-change.ts'
import { type Send, useRequest } from '#web/data/use-request.ts'
import { Button } from '#web/ui/button.tsx'
import { yuan } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { May } from '#web/ui/may.tsx'
import type { Order } from '#web/ui/order/order.ts'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { type OrderQuestion, RowActions } from './order-actions.tsx'
import { orderColumns } from './order-columns.tsx'
import { OrderFilters, orderFields } from './order-filters.tsx'

interface OrderListProps {
  /** Increases after a change. */
  round: number
  show: (orderId: string) => void
  ask: (question: OrderQuestion) => void
}

export function OrderList({ round, show, ask }: OrderListProps) {
  const at = useListAddress(orderFields)
  const [send] = useState(() => countedOnce(api.getOrderList))
  // The cast holds because the JSON was made from this query.
  const called = useRequest(send as Send<OutputOf<'getOrderList'>>, JSON.stringify(at.query), {
    name: 'getOrderList',
    remember: true,
  })
  useReloadOnChange(round, called.reload)
  const selection = useSelection<Order>(
    ({ order_id }) => order_id,
    `${round} ${JSON.stringify(at.filters)}`,
    called.data?.list,
    at,
  )
  const may = useMay()
  const leadOn = useLeadOn()
  const together = useSubmission({
    call: api.payOrdersTogether,
    message: '',
    onSuccess({ data }) {
      if (!leadOn(cashierPath(data.order_id))) toast.success('合并支付已提交，请在订单记录里支付')
    },
    onRefused(answer) {
      // One of them was paid or cancelled elsewhere.
      called.reload()
      showRefusal(answer)
    },
  })
  const payable = selection.rows.filter(({ product, operas }) => product !== 'balance' && operas.includes('pay'))
  const sum = payable.reduce((total, order) => total + order.payable, 0)
  const columns = useMemo(() => orderColumns(show), [show])
  return (
    <>
      <OrderFilters at={at} />
      <DataList
        name="orders"
        noun="个订单"
        called={called}
        at={at}
        columns={columns}
        idOf={({ order_id }) => order_id}
        labelOf={({ order_number }) => order_number}
        selection={may('payOrdersTogether') ? selection : undefined}
        bulk={
          <Button
            size="small"
            look="primary"
            loading={together.busy}
            onClick={() =>
              payable.length < 2 || payable.length > jointOrders
                ? toast.info(`请选择 2 至 ${jointOrders} 个待支付的订单`)
                : void together.submit({ order_ids: payable.map(({ order_id }) => order_id) })
            }
          >
            合并支付 {payable.length} 个待支付订单 {yuan(sum)}
          </Button>
        }
        tools={
          <May call="exportOrders">
            <ExportButton load={() => api.exportOrders(at.filters)} disabled={!called.data?.total} />
          </May>
        }
        actions={order => <RowActions order={order} show={show} ask={ask} />}
        empty={{
          title: '还没有订单',
          text: '购买员工时长后即可分配给同事使用；购买专线后绑定地址、授权部门即可联网。',
          action: (
            <LinkButton look="primary" to={paths.buyHours}>
              购买时长
            </LinkButton>
          ),
        }}
      />
    </>
  )
}
