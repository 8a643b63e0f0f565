import { PlusOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { priceOf } from '#contract/prices.ts'
import { Button } from '#web/ui/button.tsx'
import { count, yuan } from '#web/ui/format.ts'
import { LateQuantity } from './late-quantity.ts'
import { type AccessWay, type chosenLine, type Package, stockOf } from './offers.ts'
import { PackagePicker } from './package-picker.tsx'

interface LineOptionsProps {
  found: ReturnType<typeof chosenLine>
  quantity: number
  /** The quantity that can be ordered in addition to the basket. */
  room: number
  /** The reason why it can't be added to the basket; empty when it can. */
  problem: string
  change: (change: { way?: string; bandwidth?: number; days?: number; quantity?: number }) => void
  add: () => void
  /** Counts the settled cities: each time, the next choice gets the focus and is scrolled into view. */
  begun: number
}

/** The line's access way, bandwidth, time and quantity. */
export function LineOptions({ found, quantity, room, problem, change, add, begun }: LineOptionsProps) {
  const { here: regionLines, ways, bandwidths, line, pack } = found
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!begun) return
    section.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [begun])
  if (!line || !pack)
    return (
      <section className="sheet" aria-labelledby="options-title">
        <h2 id="options-title">接入方式、带宽与时长</h2>
        <p className="quiet coupon-hint">先选择国家/地区与城市，再选择专线规格。</p>
      </section>
    )
  const stock = line.sku.stock ?? 0
  return (
    <section ref={section} className="sheet line-options" aria-labelledby="options-title">
      <h2 id="options-title">接入方式、带宽与时长</h2>
      <fieldset className="picks ways">
        <legend>接入方式</legend>
        {ways.map(way => (
          <Way
            key={way.access_way_id}
            way={way}
            stock={stockOf(regionLines.filter(each => each.way === way))}
            checked={way === line.way}
            choose={() => change({ way: way.code, bandwidth: undefined, quantity: undefined })}
          />
        ))}
      </fieldset>
      <fieldset className="picks bandwidths">
        <legend>带宽</legend>
        {bandwidths.map(each => (
          <label className="pick" key={each.sku.sku_id}>
            <input
              type="radio"
              name="bandwidth"
              checked={each === line}
              onChange={() => change({ bandwidth: each.bandwidth })}
            />
            <strong>{each.bandwidth} Mbps</strong>
            <small>{yuan(each.sku.price)} / 30 天</small>
          </label>
        ))}
      </fieldset>
      <PackagePicker
        packages={line.packages}
        chosen={pack}
        choose={next => change({ days: next.days })}
        price={line.sku.price}
        unit="条"
      />
      <div className="field add-line">
        <label htmlFor="lines">数量</label>
        <LateQuantity
          id="lines"
          value={quantity}
          unit="条"
          wrong={!quantity || (problem !== '' && quantity > room)}
          change={next => change({ quantity: next })}
        />
        <span className={stock ? 'quiet' : 'stock-none'}>
          {stock === 0
            ? '该接入方式暂时售罄，请换一种接入方式或地区'
            : room < stock
              ? `库存 ${count(stock)} 条，还可以加入 ${count(room)} 条`
              : `库存 ${count(stock)} 条`}
        </span>
        <span className="add-end">
          <Subtotal line={line} pack={pack} quantity={quantity} />
          <Button
            icon={<PlusOutlined />}
            disabled={!quantity || problem !== ''}
            title={problem || undefined}
            onClick={add}
          >
            加入清单
          </Button>
        </span>
      </div>
      {stock > 0 && (problem || !quantity) && (
        <p className="stock-none" role="alert">
          {problem || '请填写数量，为大于 0 的整数'}
        </p>
      )}
    </section>
  )
}

function Subtotal({ line, pack, quantity }: { line: { sku: { price: number } }; pack: Package; quantity: number }) {
  if (!quantity) return null
  const { payable } = priceOf({
    price: line.sku.price,
    days: pack.days,
    discountPercent: pack.discount_percent,
    quantity,
  })
  return (
    <span className="figures">
      小计 <b>{yuan(payable)}</b>
    </span>
  )
}

interface WayProps {
  way: AccessWay
  stock: number
  checked: boolean
  choose: () => void
}

const Way = ({ way, stock, checked, choose }: WayProps) => (
  <label className="pick">
    <input type="radio" name="way" checked={checked} disabled={!stock && !checked} onChange={choose} />
    <span className="pick-head">
      <strong>{way.name}</strong>
      <span className={stock ? 'pick-off' : 'stock-none'}>{stock ? `可售 ${count(stock)} 条` : '售罄'}</span>
    </span>
    <small>{way.about}</small>
  </label>
)
