import { discountFor, priceOf } from '#contract/prices.ts'
import { orderMinutes } from '#contract/shop.ts'
import { day } from '#server/core/service-time.ts'
import type { Sku } from '#server/modules/catalogue/catalogue.ts'
import { discountOf } from '#server/modules/coupons/coupons.ts'
import { subjectOf } from '#server/modules/orders/subject.ts'
import type { DemoOrder } from './orders.ts'
import { deliver, renew } from './shop-lines.ts'
import { pay } from './shop-money.ts'
import { hoursPurchase, idAt, orderNumber } from './shop-numbers.ts'
import { at, type ExistingRows, type History, type LineRow, minute, type OrderRow } from './shop-rows.ts'

interface Item {
  sku: Sku
  days: number
  quantity: number
  /** The end of the renewed line before the renewal. */
  line?: LineRow
}

/** Derives all rows, by table, from the orders' stories and the ledgers' purchases of hours. */
export function shopHistory(existing: ExistingRows, stories: DemoOrder[]): History {
  const history: History = {
    existing,
    orders: [],
    items: [],
    events: [],
    payments: [],
    trades: [],
    refunds: [],
    lines: [],
    madeLines: new Map(),
    logs: [],
    coupons: [],
    bound: [],
    cooling: [],
  }
  addHoursPurchases(history)
  for (const [index, story] of stories.entries()) addOrder(history, story, index)
  return history
}

function addHoursPurchases(history: History): void {
  const nth = { lanfan: 0, qingyu: 0 }
  for (const { company, at: creditedAt } of history.existing.ledger) {
    const index = nth[company]++
    const { number, gateway, quantity, days } = hoursPurchase(company === 'lanfan' ? 0 : 1, index, creditedAt)
    const story: DemoOrder = {
      key: `hours-${index}`,
      company,
      buyer: history.existing.owners[company],
      ago: 0,
      state: 'fulfilled',
      gateway,
    }
    const createdAt = new Date(creditedAt.getTime() - 6 * minute)
    const sku = history.existing.sku('employee-hours', null, null, createdAt)
    place(history, story, [{ sku, days, quantity }], {
      number,
      createdAt,
      paidAt: creditedAt,
    })
  }
}

function addOrder(history: History, story: DemoOrder, index: number): void {
  const createdAt = at(history, story.ago)
  const paidAt = new Date(createdAt.getTime() + (story.gateway === 'transfer' ? 300 : 4) * minute)
  const numberAndDates = { number: orderNumber(createdAt, index), createdAt, paidAt }
  const { buys, renews, topUp } = story
  if (topUp !== undefined) topUpOf(history, story, topUp, numberAndDates)
  if (buys) {
    const skuAt = (when?: Date) => history.existing.sku(`line-${buys.way}`, buys.region, buys.bandwidth, when)
    const item = { sku: skuAt(createdAt), days: buys.days, quantity: buys.quantity }
    const order = place(history, story, [item], numberAndDates)
    if (story.lines) deliver(history, story, { order, sku: skuAt(), days: buys.days, paidAt })
  } else if (renews) {
    const lines = (history.madeLines.get(`${story.company} ${renews.of}`) ?? []).filter(({ name }) =>
      renews.names.includes(name),
    )
    const order = place(
      history,
      story,
      lines.map(line => ({ sku: line.sku, days: renews.days, quantity: 1, line: { ...line } })),
      numberAndDates,
    )
    renew(history, lines, { order, days: renews.days, paidAt })
  }
}

function place(
  history: History,
  story: DemoOrder,
  items: Item[],
  { number, createdAt, paidAt }: NumberAndDates,
): OrderRow {
  const { existing } = history
  const company_id = existing.companies[story.company].id
  const buyer = existing.people.get(story.buyer)
  if (!buyer) throw new Error(`nobody in the demonstration has the phone ${story.buyer}`)
  const id = idAt(createdAt)
  const kind = story.renews ? ('renewal' as const) : ('purchase' as const)
  const priced = items.map(item => {
    const packages = existing.packages.filter(({ category_id }) => category_id === item.sku.category_id)
    const discountPercent = discountFor(item.days, packages)
    return {
      ...item,
      discountPercent,
      ...priceOf({ price: item.sku.price, days: item.days, discountPercent, quantity: item.quantity }),
    }
  })
  const sum = (value: (item: (typeof priced)[number]) => number) =>
    priced.reduce((total, item) => total + value(item), 0)
  const [list, amount] = [sum(item => item.list), sum(item => item.payable)]
  const coupon = story.coupon ? existing.coupons.get(story.coupon) : undefined
  const off = coupon
    ? discountOf(coupon, {
        kind,
        items: priced.map(item => ({ categoryId: item.sku.category_id, amount: item.payable })),
        ancestors: existing.ancestors,
      })
    : { discount: 0 }
  if ('reason' in off || (story.coupon && !coupon)) throw new Error(`${story.key}: the coupon can't be used`)
  const paid = ['fulfilled', 'refunding', 'refunded'].includes(story.state)
  const order: OrderRow = {
    key: story.key,
    id,
    company_id,
    number,
    account_id: buyer.account_id,
    buyer_name: buyer.name,
    kind,
    product: items[0]?.sku.product ?? 'line',
    state: story.state,
    subject: subjectOf({
      kind,
      product: items[0]?.sku.product ?? 'line',
      items: items.map(({ sku, days, quantity, line }) => ({
        name: sku.goods_name,
        region_name: sku.region_name,
        bandwidth: sku.bandwidth,
        days,
        quantity,
        line_name: line?.name ?? null,
      })),
    }),
    list_amount: list,
    package_discount: list - amount,
    coupon_discount: off.discount,
    payable: amount - off.discount,
    returned_amount: story.state === 'refunding' || story.state === 'refunded' ? amount - off.discount : 0,
    refunded_amount: story.state === 'refunded' ? amount - off.discount : 0,
    coupon_id: coupon?.coupon_id ?? null,
    request_key: `demo-${story.company}-${story.key}`,
    pays_until: new Date(
      story.voucher === undefined ? createdAt.getTime() + orderMinutes * minute : createdAt.getTime() + 3 * day,
    ),
    paid_at: paid ? paidAt : null,
    fulfilled_at: paid ? paidAt : null,
    ended_at: lineEnd(history, story, createdAt),
    created_at: createdAt,
  }
  history.orders.push(order)
  if (coupon && ['pending', 'fulfilled', 'refunding'].includes(story.state))
    history.coupons.push({
      id: coupon.coupon_id,
      order_id: id,
      state: paid ? 'used' : 'locked',
      at: paid ? paidAt : createdAt,
    })
  for (const [index, { sku, line, list, payable, discountPercent, days, quantity }] of priced.entries())
    history.items.push({
      company_id,
      order_id: id,
      position: index + 1,
      sku_id: sku.sku_id,
      category_id: sku.category_id,
      name: sku.goods_name,
      region_id: sku.region_id,
      region_name: sku.region_name,
      access_way_id: sku.access_way_id,
      access_way_name: sku.access_way_name,
      bandwidth: sku.bandwidth,
      price: sku.price,
      days,
      quantity,
      discount_percent: discountPercent,
      list_amount: list,
      amount: payable,
      line_id: line?.id ?? null,
      old_ends_at: line?.ends_at ?? null,
    })
  pay(history, story, order, paidAt)
  return order
}

interface NumberAndDates {
  number: string
  createdAt: Date
  paidAt: Date
}

/** A top-up has no items: it buys balance (server/app/demo/balances.ts). */
function topUpOf(history: History, story: DemoOrder, amount: number, { number, createdAt, paidAt }: NumberAndDates) {
  const buyer = history.existing.people.get(story.buyer)
  if (!buyer) throw new Error(`nobody in the demonstration has the phone ${story.buyer}`)
  const order: OrderRow = {
    key: story.key,
    id: idAt(createdAt),
    company_id: history.existing.companies[story.company].id,
    number,
    account_id: buyer.account_id,
    buyer_name: buyer.name,
    kind: 'purchase',
    product: 'balance',
    state: 'fulfilled',
    subject: '余额充值',
    list_amount: amount,
    package_discount: 0,
    coupon_discount: 0,
    payable: amount,
    returned_amount: 0,
    refunded_amount: 0,
    coupon_id: null,
    request_key: `demo-${story.company}-${story.key}`,
    pays_until: new Date(createdAt.getTime() + orderMinutes * minute),
    paid_at: paidAt,
    fulfilled_at: paidAt,
    ended_at: null,
    created_at: createdAt,
  }
  history.orders.push(order)
  pay(history, story, order, paidAt)
}

function lineEnd(history: History, { state, refund }: DemoOrder, createdAt: Date): Date | null {
  if (state === 'closed') return new Date(createdAt.getTime() + orderMinutes * minute)
  if (state === 'cancelled') return new Date(createdAt.getTime() + 6 * minute)
  return refund?.done === undefined ? null : at(history, refund.done)
}
