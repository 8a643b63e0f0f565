import { LoadingOutlined } from '@ant-design/icons'
import { QRCode } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { orderFailurePath } from '#contract/paths.ts'
import { gatewayNames } from '#contract/shop.ts'
import { useCall } from '#web/data/use-call.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { yuan } from '#web/ui/format.ts'
import type { OrderDetail } from '#web/ui/order/order.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Payment } from './transfer.tsx'
import { Transfer } from './transfer.tsx'

interface AttemptProps {
  id: string
  order: OrderDetail
  /** Returns to the choice of another way to pay. */
  again: () => void
  /** Reports that the order has changed. */
  settled: () => void
}

/** One attempt at one gateway. It shows the link or the code to scan, and continues automatically once the attempt is settled. */
export function Attempt({ id, order, again, settled }: AttemptProps) {
  const called = useCall('getPayment', { payment_id: id })
  const { data: payment, refused, loading, reload } = called
  const open = payment?.state === 'created'
  usePolling(called, open ? (payment.gateway === 'transfer' ? 15_000 : 3000) : undefined)
  const navigate = useNavigate()
  const moved = payment !== undefined && payment.order_state !== 'pending'
  const failed = payment?.state === 'failed'
  useEffect(() => {
    if (moved) settled()
  }, [moved, settled])
  useEffect(() => {
    if (failed) void navigate(orderFailurePath(order.order_id), { replace: true })
  }, [failed, order.order_id, navigate])

  if (refused?.code === -50004) return <Gone again={again} />
  if (refused && !payment) return <Failure refused={refused} retry={reload} />
  if (!payment || failed || moved) return <Skeleton rows={6} />
  // The address was edited by hand: the attempt belongs to another order.
  if (!open || payment.order_id !== order.order_id) return <Gone again={again} />
  return (
    <>
      {payment.transfer ? (
        <Transfer payment={payment} transfer={payment.transfer} reload={reload} />
      ) : payment.code_url ? (
        <Scan payment={payment} code={payment.code_url} />
      ) : (
        <Elsewhere payment={payment} />
      )}
      {!payment.transfer && (
        <p className="cashier-waiting" role="status">
          <LoadingOutlined />
          正在等待支付结果，完成后本页自动跳转
        </p>
      )}
      {refused && (
        <p className="cashier-waiting" role="alert">
          {refused.msg}，稍后自动重试
        </p>
      )}
      <div className="row cashier-next">
        {!payment.transfer && (
          <Button
            look="primary"
            loading={loading}
            onClick={() => {
              reload()
              toast.info('正在向支付渠道核对，收到结果后自动跳转')
            }}
          >
            我已完成支付
          </Button>
        )}
        <Button onClick={again}>换一种支付方式</Button>
      </div>
    </>
  )
}

const Gone = ({ again }: { again: () => void }) => (
  <>
    <Alert
      className="cashier-open"
      type="warning"
      title="这次支付已关闭"
      description="没有扣款。请重新选择支付方式；若您已付款，请稍候片刻，到账后会自动确认。"
    />
    <Button look="primary" onClick={again}>
      重新选择支付方式
    </Button>
  </>
)

const Scan = ({ payment, code }: { payment: Payment; code: string }) => (
  <div className="pay-code">
    <h2>{gatewayNames[payment.gateway]}扫码支付</h2>
    <p className="pay-amount">{yuan(payment.amount)}</p>
    <div className="pay-code-frame">
      <QRCode
        type="svg"
        value={code}
        size={208}
        bordered={false}
        aria-label={`${gatewayNames[payment.gateway]}收款二维码`}
      />
    </div>
    <p className="quiet">打开手机上的{payment.gateway === 'wechat' ? '微信' : '应用'}“扫一扫”，扫描二维码完成支付</p>
  </div>
)

const Elsewhere = ({ payment }: { payment: Payment }) => (
  <div className="pay-code">
    <h2>请在新打开的页面完成支付</h2>
    <p className="pay-amount">{yuan(payment.amount)}</p>
    {payment.pay_url && (
      <p>
        {gatewayNames[payment.gateway]}页面没有打开，或不小心关闭了？{' '}
        <a href={payment.pay_url} target="_blank" rel="noopener noreferrer">
          重新打开支付页面
        </a>
      </p>
    )}
  </div>
)
