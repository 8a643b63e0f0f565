import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { arrivalOf } from '#web/ui/order/arrival.ts'
import type { OrderDetail } from '#web/ui/order/order.ts'

interface EarlierTransferProps {
  order: OrderDetail
  go: (paymentId: string) => void
}

/** Reminds of the money that was or may have been sent by bank, before the order is paid in another way. */
export function EarlierTransfer({ order: { payments }, go }: EarlierTransferProps) {
  const open = payments.find(({ gateway, state }) => gateway === 'transfer' && state === 'created')
  const wrong = payments.map(arrivalOf).find((arrival, index) => arrival && payments[index] !== open)
  return (
    <>
      {wrong && (
        <Alert
          className="cashier-open"
          type="warning"
          title="之前的汇款没有计入这笔订单"
          description={`${wrong}。请按应付金额重新支付。`}
        />
      )}
      {open && (
        <Alert
          className="cashier-open"
          type="info"
          title="这笔订单已选择对公转账"
          description={
            open.received
              ? `${arrivalOf(open)}。换用其他方式付清的，已到账的由银行汇回。`
              : '已经汇款的请不要换用其他方式重复支付。'
          }
          action={<Button onClick={() => go(open.payment_id)}>查看汇款信息</Button>}
        />
      )}
    </>
  )
}
