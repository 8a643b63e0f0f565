import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { paths } from '#web/paths.ts'

/** Where a cashier sends the browser back to. The address names no order of this account. */
export function OrderPage() {
  const navigate = useNavigate()
  return (
    <div className="plain">
      <h1>没有找到这笔订单</h1>
      <p>链接里没有可以查询的订单。如果刚刚付过款，请不要重复支付，稍后在控制台查看，或联系客服核对。</p>
      <Button type="primary" onClick={() => void navigate(paths.personalDetails)}>
        查看个人信息
      </Button>
    </div>
  )
}
