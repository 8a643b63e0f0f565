import './order.css'
import { Checkbox, Form, Radio } from 'antd'
import type { RefundOffer } from '#contract/refunds.ts'
import { type RefundBasis, refundKindNames } from '#contract/shop.ts'
import { count, yuan } from '../format.ts'

export interface RefundValues {
  kind?: RefundBasis
  svp_ids?: string[]
}

type Offer = RefundOffer['offers'][number]

/** Returns the part of the offer that the form's values select: by default the first way, with all of its lines. */
export function chosenRefund({ offers, remaining }: RefundOffer, { kind, svp_ids }: RefundValues) {
  const offer = offers.find(each => each.kind === kind) ?? offers[0]
  if (!offer) return undefined
  const some = offer.kind === 'unused' && offer.items.length > 1 && svp_ids !== undefined
  const items = some ? offer.items.filter(({ svp_id }) => svp_id !== null && svp_ids.includes(svp_id)) : offer.items
  const sum = items.reduce((all, { amount }) => all + amount, 0)
  return {
    kind: offer.kind,
    items,
    amount: some ? Math.min(remaining, sum) : offer.amount,
    svpIds: some ? svp_ids : undefined,
  }
}

export type ChosenRefund = NonNullable<ReturnType<typeof chosenRefund>>

/** The ways to refund an order that the server offers, each with its sum, and the lines to which one of them applies. */
export function RefundChoice({ offer, about }: { offer: RefundOffer; about: Partial<Record<RefundBasis, string>> }) {
  const form = Form.useFormInstance<RefundValues>()
  const kind = Form.useWatch('kind', form) ?? offer.offers[0]?.kind
  const chosen = offer.offers.find(each => each.kind === kind)
  return (
    <>
      <Form.Item name="kind" label="退款方式" initialValue={offer.offers[0]?.kind}>
        <Radio.Group className="refund-kinds" options={offer.offers.map(each => optionOf(each, about[each.kind]))} />
      </Form.Item>
      {chosen?.kind === 'unused' && chosen.items.length > 1 && <Lines items={chosen.items} />}
    </>
  )
}

const optionOf = ({ kind, amount }: Offer, about?: string) => ({
  value: kind,
  label: (
    <span className="refund-kind">
      <b>{refundKindNames[kind]}</b> {kind === 'goodwill' ? `最多 ${yuan(amount)}` : yuan(amount)}
      {about && <small>{about}</small>}
    </span>
  ),
})

const Lines = ({ items }: { items: Offer['items'] }) => (
  <Form.Item
    name="svp_ids"
    label="退哪些专线"
    initialValue={items.map(({ svp_id }) => svp_id)}
    rules={[{ required: true, message: '请选择专线' }]}
  >
    <Checkbox.Group
      className="refund-lines"
      options={items.map(({ svp_id, name, days, amount }) => ({
        value: svp_id ?? '',
        label: `${name}：未用 ${count(days)} 天，${yuan(amount)}`,
      }))}
    />
  </Form.Item>
)
