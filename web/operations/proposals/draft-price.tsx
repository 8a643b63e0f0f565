import { count, yuan } from '#web/ui/format.ts'
import type { api } from '../api.ts'
import { useOperationPreview } from '../use-operation.ts'

/** Shows the price, as for an order by the company itself. */
export function DraftPrice({ input }: { input: Parameters<typeof api.getProposalQuote>[0] | undefined }) {
  const { data, refused } = useOperationPreview('getProposalQuote', input)
  if (!input) return <p className="quiet">选好内容后显示价格。</p>
  if (refused) return <p role="alert">{refused.msg}</p>
  if (!data) return <p className="quiet">正在计算…</p>
  const { list_amount, package_discount, coupon_discount, payable, coupon_problem, short } = data
  return (
    <div className="draft-price" role="status">
      <span>
        原价 {yuan(list_amount)}
        {package_discount > 0 && `，套餐优惠 ${yuan(package_discount)}`}
        {coupon_discount > 0 && `，优惠券 ${yuan(coupon_discount)}`}
      </span>
      <strong>应付 {yuan(payable)}</strong>
      {coupon_problem && <span>优惠券不能使用：{coupon_problem}</span>}
      {short.length > 0 && <span>有 {count(short.length)} 种专线的库存不足，接受时可能无法下单</span>}
    </div>
  )
}
