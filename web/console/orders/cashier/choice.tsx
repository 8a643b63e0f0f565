import { AlipayOutlined, BankOutlined, ExperimentOutlined, WalletOutlined, WechatOutlined } from '@ant-design/icons'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { GatewayName } from '#contract/shop.ts'
import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { serverNow } from '#web/data/server-time.ts'
import { useCall, useRemembered } from '#web/data/use-call.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { yuan } from '#web/ui/format.ts'
import type { OrderDetail } from '#web/ui/order/order.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { toast } from '#web/ui/toast.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { EarlierTransfer } from './earlier-transfer.tsx'
import { blankTab } from './tab.ts'

const icons: Record<GatewayName, ReactNode> = {
  alipay: <AlipayOutlined />,
  wechat: <WechatOutlined />,
  transfer: <BankOutlined />,
  sandbox: <ExperimentOutlined />,
  balance: <WalletOutlined />,
}

const balanceAbout = (amount: number, short: boolean) =>
  `可用 ${yuan(amount)}${short ? '，不足以付清这笔订单' : '，立即付清并开通'}`

interface ChoiceProps {
  order: OrderDetail
  /** Shows this attempt or the choice, for the order as it is now. */
  go: (paymentId: string | undefined) => void
}

export function Choice({ order, go }: ChoiceProps) {
  const { data, refused, reload } = useCall('getGatewayList', {})
  const balance = useRemembered('getBalance', {})
  const amount = balance.current ? balance.data?.amount : undefined
  const navigate = useNavigate()
  // A top-up cannot be paid from the balance, but the orders that it pays can.
  const offered = data?.list.filter(
    each => each.gateway !== 'balance' || order.product !== 'balance' || order.pays.length,
  )
  const isShort = (each: GatewayName) => each === 'balance' && (amount === undefined || amount < order.payable)
  const [chosen, setChosen] = useState<GatewayName>()
  const [problem, setProblem] = useState('')
  const gateway = chosen ?? offered?.find(each => !isShort(each.gateway))?.gateway

  const { busy, submit } = useSubmission({
    async call(gateway: GatewayName, options) {
      setProblem('')
      // The tab must open within the click, because pop-up blockers stop later ones.
      const tab = ['transfer', 'wechat', 'balance'].includes(gateway) ? undefined : blankTab()
      const answer = await api.orderOpera({ order_id: order.order_id, opera: 'pay', gateway }, options)
      const id = answer.ok ? answer.data.payment_id : null
      const opened = id && tab ? await api.getPayment({ payment_id: id }) : undefined
      const address = opened?.ok ? opened.data.pay_url : null
      if (address) tab?.go(address)
      else tab?.close()
      return answer
    },
    message: '',
    // Without an attempt nothing is left to pay, which the order's state shows.
    onSuccess({ data }, paidBy) {
      if (paidBy !== 'balance' || order.product !== 'balance') return go(data.payment_id ?? undefined)
      toast.success(`已用余额付清 ${order.pays.length} 个订单`)
      void navigate(paths.orderRecord)
    },
    // Another tab or a colleague has spent the balance, or paid or cancelled the order.
    onRefused(answer) {
      setProblem(sentence(answer))
      balance.reload()
      go(undefined)
    },
  })

  // The choice must not move to the balance, nor call it short, while it is read.
  if (!data || (amount === undefined && !balance.refused))
    return <Placeholder refused={refused} retry={reload} rows={5} />
  const balanceText = amount === undefined ? '余额没有读到' : balanceAbout(amount, isShort('balance'))
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        if (gateway) void submit(gateway)
      }}
    >
      <EarlierTransfer order={order} go={go} />
      <fieldset className="gateways">
        <legend>选择支付方式</legend>
        {offered?.map(({ gateway: each, name, about }) => (
          <label key={each} className="gateway">
            <input
              type="radio"
              name="gateway"
              value={each}
              checked={gateway === each}
              disabled={isShort(each)}
              onChange={() => setChosen(each)}
            />
            <span className="gateway-icon" aria-hidden="true">
              {icons[each]}
            </span>
            <span>
              <strong>{name}</strong>
              <small>{each === 'balance' ? balanceText : about}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {amount === undefined && balance.refused && (
        <Alert
          className="cashier-open"
          type="warning"
          title={sentence(balance.refused)}
          action={<Button onClick={balance.reload}>重试</Button>}
        />
      )}
      {problem && <Alert className="cashier-open" type="error" title={problem} />}
      <Button
        look="primary"
        type="submit"
        size="large"
        loading={busy}
        disabled={!gateway || isShort(gateway) || Date.parse(order.pays_until) <= serverNow()}
      >
        {gateway === 'transfer' ? '查看汇款信息' : `支付 ${yuan(order.payable)}`}
      </Button>
    </form>
  )
}
