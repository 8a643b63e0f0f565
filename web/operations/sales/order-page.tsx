import { useParams } from 'react-router'
import { hasContract } from '#contract/contract-names.ts'
import { Failure } from '#web/ui/failure.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActExport } from '../act.tsx'
import { api } from '../api.ts'
import { reloadingQueues } from '../operator-self.ts'
import { useRemembered } from '../use-operation.ts'
import { OrderContents } from './order-contents.tsx'
import { OrderDialog, type OrderQuestion } from './order-dialog.tsx'

export function OrderPage() {
  const { number = '' } = useParams()
  const { data: order, refused, reload } = useRemembered('getSalesOrder', { order_number: number })
  const dialog = useDialog<OrderQuestion>()
  return (
    <>
      <ListHead title={`订单 ${number}`} text={order?.subject}>
        {order && hasContract(order) && (
          <ActExport call="getSalesOrderContract" load={() => api.getSalesOrderContract({ order_number: number })}>
            合同
          </ActExport>
        )}
        {order?.may.refund && (
          <ActButton danger onClick={() => dialog.show({ action: 'refund', order })}>
            发起退款
          </ActButton>
        )}
        {order?.may.close && (
          <ActButton danger onClick={() => dialog.show({ action: 'close', order })}>
            关闭订单
          </ActButton>
        )}
      </ListHead>
      {refused && !order ? (
        <Failure refused={refused} retry={reload} />
      ) : order ? (
        <OrderContents order={order} />
      ) : (
        <Skeleton rows={10} />
      )}
      {dialog.subject && (
        <OrderDialog key={dialog.key} question={dialog.subject} {...dialog.props} done={reloadingQueues(reload)} />
      )}
    </>
  )
}
