import { DownOutlined } from '@ant-design/icons'
import { type ReactNode, useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { orderMinutes } from '#contract/shop.ts'
import { sentence } from '#web/data/answers.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmQuestion } from '#web/ui/confirm-dialog.tsx'
import { yuan } from '#web/ui/format.ts'
import type { Order } from './use-order.ts'

type Quote = OutputOf<'quoteOrder'>

/** Discounts have a minus sign, and discounts of zero are hidden. The amount to pay is below them, larger. */
function Amounts({ quote }: { quote: Quote }) {
  const { list_amount, package_discount, coupon_discount } = quote
  const rows = [
    { label: '原价', text: yuan(list_amount) },
    ...(package_discount ? [{ label: '套餐优惠', text: yuan(-package_discount), off: true }] : []),
    ...(coupon_discount ? [{ label: '优惠券', text: yuan(-coupon_discount), off: true }] : []),
  ]
  return (
    <dl className="amounts">
      {rows.map(({ label, text, off }) => (
        <div key={label} data-off={off ? '' : undefined}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

interface PriceCardProps {
  order: Order
  /** Names the choices that are still missing; empty when the order can be placed. */
  missing: string
  items: ReactNode
  /** The effects of the order, shown below the amounts. */
  effect?: ReactNode
}

/**
 * The price as the server computes it, and the only button that orders. It is on the right in wide windows, otherwise in a bar at
 * the bottom.
 */
export function PriceCard({ order, missing, items, effect }: PriceCardProps) {
  const [open, setOpen] = useState(false)
  const { quote, changed, busy, submit } = order
  const { data, refused, loading, reload } = quote
  const saved = data ? data.package_discount + data.coupon_discount : 0
  const ready = data && !missing && !refused && !loading && data.short.length === 0
  const question = changed.subject
  return (
    <section className="price-card" aria-labelledby="price-title" data-open={open ? '' : undefined}>
      {/* The unfolded bar may scroll, so it must be reachable by keyboard. */}
      <div className="price-detail" id="price-detail" tabIndex={open ? 0 : undefined}>
        <h2 id="price-title">本次订单</h2>
        {items}
        {data && !missing && <Amounts quote={data} />}
        {data?.coupon_problem && !missing && <p className="price-problem">所选优惠券没有计入：{data.coupon_problem}</p>}
        {data && !missing && effect}
        {refused && !missing && (
          <div className="price-problem" role="alert">
            <p>{sentence(refused)}</p>
            <Button size="small" onClick={reload}>
              重新报价
            </Button>
          </div>
        )}
      </div>
      <div className="price-bar">
        <p className="price-total" aria-live="polite" aria-busy={loading}>
          {missing ? (
            <span className="quiet">{missing}</span>
          ) : (
            <>
              <span>应付</span> <b>{data ? yuan(data.payable) : '¥–'}</b>
              {saved > 0 && <small>已优惠 {yuan(saved)}</small>}
            </>
          )}
        </p>
        <Button
          className="price-toggle"
          look="text"
          size="small"
          aria-expanded={open}
          aria-controls="price-detail"
          icon={<DownOutlined />}
          iconPlacement="end"
          onClick={() => setOpen(!open)}
        >
          明细
        </Button>
        <Button
          className="price-submit main-act"
          look="primary"
          size="large"
          disabled={!ready}
          loading={busy}
          onClick={() => data && void submit(data.payable)}
        >
          提交订单
        </Button>
      </div>
      <p className="price-note quiet">
        提交后请在 {orderMinutes} 分钟内支付；未支付的订单会自动关闭，优惠券与库存随即退回。
      </p>
      {question && (
        <ConfirmQuestion
          key={changed.key}
          title="价格已更新"
          {...changed.props}
          okText={`按 ${yuan(question.after)} 下单`}
          busy={busy}
          confirm={async () => {
            if (await submit(question.after)) changed.close()
          }}
        >
          <p>
            您提交时，应付由 <b>{yuan(question.before)}</b> 变为 <b>{yuan(question.after)}</b>
            。订单还没有生成，确认后按新的价格下单。
          </p>
        </ConfirmQuestion>
      )}
    </section>
  )
}
