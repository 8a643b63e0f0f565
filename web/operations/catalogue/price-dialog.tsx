import { Checkbox, Form, InputNumber } from 'antd'
import { pricesAtOnce } from '#contract/operations/catalogue-names.ts'
import { highestPrice } from '#contract/records/catalogue-fields.ts'
import { Alert } from '#web/ui/alert.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { refreshSelf } from '../operator-self.ts'
import { requestedMessage } from '../requested-message.ts'
import { HoldsFrom, holdsFrom, type WhenValues } from './holds-from.tsx'
import { basePrice, type ListedSku, newPrices, type PriceWish, requested } from './new-prices.ts'
import { PriceTable } from './price-table.tsx'

export interface PriceQuestion {
  skus: readonly ListedSku[]
  /** True to put the SKUs on sale together with the price. */
  publish: boolean
}

type Values = PriceWish & WhenValues

const modes = {
  keep: { value: 'keep' as const, label: '价格不变' },
  percent: { value: 'percent' as const, label: '按百分比' },
  set: { value: 'set' as const, label: '指定价格' },
}

interface PriceDialogProps extends ChangeDialogProps {
  question: PriceQuestion
}

/** Requests new prices. The operator sees each SKU's price before and after, then the request goes to a second operator. */
export function PriceDialog({ question: { skus, publish }, ...dialog }: PriceDialogProps) {
  const [form] = Form.useForm<Values>()
  const free = skus.filter(sku => !sku.waiting)
  const [first] = free
  const later = free
    .flatMap(sku => sku.scheduled?.holds_from ?? [])
    .sort()
    .at(-1)
  const options = [...(publish ? [modes.keep] : []), ...(free.length > 1 || !publish ? [modes.percent] : []), modes.set]
  const initial: Values = {
    mode: publish ? 'keep' : free.length > 1 ? 'percent' : 'set',
    when: later ? 'later' : 'now',
    with_list: true,
    ...(free.length === 1 && first && inYuan(basePrice(first))),
  }
  const wish: PriceWish = { ...initial, ...Form.useWatch([], { form, preserve: true }) }
  const prices = newPrices(free, wish)
  const changed = prices && requested(prices, publish)

  function inputOf(values: Values) {
    const requestedPrices = newPrices(free, { ...initial, ...values })
    const skus = requestedPrices && requested(requestedPrices, publish)
    if (skus?.length) return { skus, publish, holds_from: holdsFrom(values) }
    toast.error('没有价格变化，无须提交')
  }

  return (
    <DialogForm
      title={publish ? `上架 ${skus.length} 个规格` : `调价：${skus.length} 个规格`}
      subject={skus.map(({ sku_id }) => sku_id)}
      okText="提交确认"
      width={760}
      {...dialog}
      form={form}
      message={requestedMessage}
      call={api.requestPrices}
      input={inputOf}
      onSuccess={() => void refreshSelf()}
    >
      {skus.length > free.length && (
        <Alert type="warning" title={`${skus.length - free.length} 个规格已有待确认的调价，不包括在内。`} />
      )}
      {later && (
        <Alert
          type="info"
          title={`所选规格中有定时调价，最晚的在 ${dateTime(later)} 生效：新的调价须晚于它，以届时的价格为准。`}
        />
      )}
      {free.length > pricesAtOnce && <Alert type="error" title={`一次最多调整 ${pricesAtOnce} 个规格。`} />}
      <Form.Item name="mode" label="怎样定价" initialValue={initial.mode}>
        <Segmented aria-label="怎样定价" options={options} />
      </Form.Item>
      {wish.mode === 'percent' && (
        <div className="price-fields">
          <Form.Item
            name="percent"
            label="涨跌幅"
            extra="负数为降价；结果取整到元"
            rules={[{ required: true, message: '请输入百分比' }]}
          >
            <InputNumber autoFocus min={-90} max={500} precision={1} suffix="%" />
          </Form.Item>
          <Form.Item name="with_list" label="划线价" valuePropName="checked" initialValue>
            <Checkbox>同比例调整</Checkbox>
          </Form.Item>
        </div>
      )}
      {wish.mode === 'set' && (
        <div className="price-fields">
          <Form.Item
            name="price"
            label="价格（每 30 天）"
            initialValue={initial.price}
            rules={[{ required: true, message: '请输入价格' }]}
          >
            <InputNumber autoFocus min={0} max={highestPrice / 100} precision={2} prefix="¥" />
          </Form.Item>
          <Form.Item
            name="list_price"
            label="划线价"
            initialValue={initial.list_price}
            extra="不填则不变；低于价格时与价格相同"
          >
            <InputNumber min={0} max={highestPrice / 100} precision={2} prefix="¥" />
          </Form.Item>
        </div>
      )}
      <HoldsFrom later={Boolean(later)} />
      {prices && changed && (
        <>
          <p className="quiet" role="status">
            {publish
              ? `确认后上架 ${changed.length} 个规格。`
              : `${changed.length} 个规格的价格改变${prices.length > changed.length ? `，${prices.length - changed.length} 个不变` : ''}。`}
            按审批规则须第二人的，由另一位操作员确认后才会执行。
          </p>
          <PriceTable
            label="调价预览"
            lines={prices.map(price => ({
              key: price.sku_id,
              name: price.name,
              old_value: price.old_price,
              new_value: price.price,
              old_list_price: price.old_list_price,
              new_list_price: price.list_price,
            }))}
          />
        </>
      )}
    </DialogForm>
  )
}

const inYuan = ({ price, list_price }: { price: number; list_price: number }) => ({
  price: price / 100,
  list_price: list_price / 100,
})
