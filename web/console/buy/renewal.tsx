import { DatePicker } from 'antd'
import { useRef, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { linesPerOrder, maxOrderDays } from '#contract/shop.ts'
import { sentence } from '#web/data/answers.ts'
import { useSearch } from '#web/data/use-search.ts'
import { chinaNow, toPicker } from '#web/ui/china-time.ts'
import { type Dayjs, dayjs } from '#web/ui/dayjs.ts'
import { Failure } from '#web/ui/failure.tsx'
import { count, day } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { within } from '#web/ui/whole.ts'
import { WholeNumber } from '#web/ui/whole-number.tsx'
import { readChoice, renewedIds, writeChoice } from './choice.ts'
import { CouponPicker } from './coupon-picker.tsx'
import { PriceCard } from './price-card.tsx'
import { RenewalLines } from './renewal-lines.tsx'
import { useOrder } from './use-order.ts'

const usual = [30, 90, 180, 365]
const unknownLine = -52001
/** A line already runs beyond the chosen day. */
const tooEarly = -49005
const presets = () => [
  { label: '下月底', value: chinaNow().add(1, 'month').endOf('month') },
  { label: '三个月后', value: chinaNow().add(3, 'month') },
  { label: '今年底', value: chinaNow().endOf('year') },
  { label: '一年后', value: chinaNow().add(1, 'year') },
]
const buyLink = (
  <LinkButton look="primary" to={paths.buyLines}>
    购买新的专线
  </LinkButton>
)

/** Renews lines, each by a number of days or all to the same day; the price of each shows first. */
export function Renewal() {
  const [search, changeSearch] = useSearch()
  const ids = renewedIds(search)
  const { coupon, days = 30, by = 'days', until } = readChoice(search)
  const [typed, setTyped] = useState<number | null>(days)
  const change = (next: Parameters<typeof writeChoice>[1]) => changeSearch(before => writeChoice(before, next))
  const request = by === 'days' ? within(typed, 1, maxOrderDays) && { days: typed } : until && { until }
  const fits = ids.length > 0 && ids.length <= linesPerOrder
  const order = useOrder({
    content: fits && request ? { kind: 'renewal', svp_ids: ids, ...request } : undefined,
    coupon,
  })
  const { data, refused, reload } = order.quote
  // Without a day nothing is priced, but the lines are the same: the card remains, so that the layout does not jump.
  const priced = useRef(data?.items)
  if (data) priced.current = data.items
  const early = refused?.code === tooEarly
  // A removed line disappears immediately, before the others are priced without it.
  const items = (data?.items ?? (request && !early ? undefined : priced.current))?.filter(({ svp_id }) =>
    ids.includes(svp_id ?? ''),
  )
  const lastEnd = toPicker(Math.max(0, ...(items ?? []).map(({ old_ends_at }) => Date.parse(old_ends_at ?? '') || 0)))
  // A line runs until the end of the day, so the limit is reached one day earlier.
  const isClosed = (date: Dayjs) =>
    date.isBefore(chinaNow(), 'day') ||
    date.isBefore(lastEnd, 'day') ||
    date.isAfter(chinaNow().add(maxOrderDays - 1, 'day'), 'day')

  const head = <ListHead title="续费专线" text="从各自的到期时间起续，已到期的从支付时起算；地址与分配保持不变。" />
  if (!fits)
    return (
      <>
        {head}
        <Empty
          title={ids.length ? `一次最多续费 ${linesPerOrder} 条专线` : '没有选择专线'}
          text={ids.length ? '请减少选择的专线后再续费。' : '链接里没有可以续费的专线。'}
          action={buyLink}
        />
      </>
    )
  if (refused?.code === unknownLine)
    return (
      <>
        {head}
        <Empty
          title={ids.length > 1 ? '所选专线中有不能续费的' : '这条专线不能续费'}
          text="已释放或正在退款的专线不能续费，释放后地址不再保留。请重新选择，或购买新的专线。"
          action={buyLink}
        />
      </>
    )

  function setDays(next: number | null) {
    setTyped(next)
    if (within(next, 1, maxOrderDays)) change({ days: next })
  }
  const wrong =
    by === 'days' && !request
      ? `续费天数须为 1 到 ${count(maxOrderDays)} 天的整数`
      : refused && early
        ? sentence(refused)
        : ''
  const missing = wrong || (request ? '' : '请选择到期日')
  const last = data?.items
    .flatMap(item => item.new_ends_at ?? [])
    .sort()
    .at(-1)
  return (
    <>
      {head}
      <div className="buy">
        <div className="sheets">
          <section className="sheet" aria-labelledby="renew-title">
            <h2 id="renew-title">续到什么时候</h2>
            <div className="renew-by">
              <Segmented
                aria-label="续费方式"
                value={by}
                onChange={next => change({ by: next })}
                options={[
                  { value: 'days', label: '各续一段时长' },
                  { value: 'until', label: '统一到期日' },
                ]}
              />
              {by === 'days' ? (
                <>
                  <WholeNumber
                    className="quantity"
                    aria-label="续费天数"
                    status={wrong ? 'error' : undefined}
                    suffix="天"
                    value={typed}
                    onChange={setDays}
                  />
                  {usual.map(each => (
                    <button key={each} type="button" className="chip" onClick={() => setDays(each)}>
                      {each} 天
                    </button>
                  ))}
                </>
              ) : (
                <DatePicker
                  aria-label="统一到期日"
                  placeholder="当日结束时到期"
                  style={{ minWidth: '12em' }}
                  presets={presets().filter(({ value }) => !isClosed(value))}
                  status={wrong ? 'error' : ''}
                  value={until ? dayjs(until) : null}
                  onChange={next => change({ until: next?.format('YYYY-MM-DD') })}
                  disabledDate={isClosed}
                  {...(lastEnd.isAfter(chinaNow()) && { defaultPickerValue: lastEnd })}
                />
              )}
            </div>
            {wrong && (
              <p className="stock-none" role="alert">
                {wrong}
              </p>
            )}
            <p className="quiet coupon-hint">
              {by === 'days'
                ? '天数达到套餐时长时，享受该套餐的优惠。'
                : '按每条专线相差的天数分别计价，之后只需在同一天续费。'}
            </p>
          </section>
          {items ? (
            <RenewalLines
              items={items}
              loading={order.quote.loading}
              priced={data !== undefined}
              remove={id => changeSearch(before => withoutLine(before, id))}
            />
          ) : refused && !early ? (
            <section className="sheet">
              <Failure refused={refused} retry={reload} />
            </section>
          ) : request && !early ? (
            <section className="sheet" aria-busy="true">
              <Skeleton rows={4} />
            </section>
          ) : null}
          <CouponPicker
            order={order}
            choice={coupon}
            choose={next => change({ coupon: next })}
            ready={Boolean(request) && !early}
          />
        </div>
        <PriceCard
          order={order}
          missing={missing}
          items={
            data && request ? (
              <ul className="order-items">
                <li>
                  <span>
                    续费专线<small>{by === 'days' ? `各 ${typed} 天` : last && `统一到 ${day(last)}`}</small>
                  </span>
                  <span>× {count(data.items.length)} 条</span>
                </li>
              </ul>
            ) : null
          }
        />
      </div>
    </>
  )
}

function withoutLine(search: URLSearchParams, id: string): URLSearchParams {
  const next = new URLSearchParams(search)
  next.set(
    'renew',
    renewedIds(search)
      .filter(each => each !== id)
      .join(','),
  )
  return next
}
