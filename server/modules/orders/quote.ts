import type { OutputOf } from '#contract/index.ts'
import { discountFor, priceOf } from '#contract/prices.ts'
import { Refusal } from '#server/core/refusal.ts'
import { day, daysAfter } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { categoryAncestors, productOf, type Sku } from '#server/modules/catalogue/catalogue.ts'
import { type Prices, readPrices } from '#server/modules/catalogue/kept-prices.ts'
import type { Ordered } from '#server/modules/coupons/coupons.ts'
import { databaseNow } from '#server/modules/people/hours/hours.sql.ts'
import { type OrderRequest, type RequestedItem, requireFewLines } from './order-request.ts'
import { type RenewableLine, renewableLines } from './quote.sql.ts'

type ShownItem = OutputOf<'quoteOrder'>['items'][number]

/** An item with the fields that the order stores beside the shown ones. */
export interface QuotedItem extends ShownItem, Pick<Sku, 'category_id' | 'region_id' | 'access_way_id' | 'price'> {
  /** The instant up to which a line is renewed; null where it is renewed for its days. */
  until: string | null
}

export interface Quote {
  kind: 'purchase' | 'renewal'
  product: 'hours' | 'line'
  items: QuotedItem[]
  /** The amounts in fen before and after the packages' discounts. */
  list_amount: number
  amount: number
}

/**
 * Returns what a content costs now, without a coupon. Throws -49002 for what is not for sale, -49003 for a package that is not the
 * sku's, -49004 for hours and lines in one order, -49005 for an invalid end, and -52001 for a line that can't be renewed. A
 * purchase is priced by `prices`, or by the present ones.
 */
export async function quoteOf(
  system: Database,
  company: Database,
  companyId: string,
  request: OrderRequest,
  prices?: Prices,
): Promise<Quote> {
  const items =
    request.kind === 'purchase'
      ? purchase(finderIn(prices ?? (await readPrices(system, skuIdsOf(request)))), request.items)
      : await renewal(system, company, companyId, request)
  const [first] = items
  if (!first || items.some(item => productOf(item) !== productOf(first))) throw new Refusal(-49004)
  const product = productOf(first)
  const sum = (value: (item: QuotedItem) => number) => items.reduce((total, item) => total + value(item), 0)
  if (product === 'line') requireFewLines(sum(({ quantity }) => quantity))
  return {
    kind: request.kind,
    product,
    items,
    list_amount: sum(({ list_amount }) => list_amount),
    amount: sum(({ amount }) => amount),
  }
}

export const skuIdsOf = (request: OrderRequest): string[] =>
  request.kind === 'purchase' ? request.items.map(({ sku_id }) => sku_id) : []

/** Reduces a quote to what coupons need. */
export const orderedOf = async (system: Database, { kind, items }: Quote): Promise<Ordered> => ({
  kind,
  items: items.map(({ category_id, amount }) => ({ categoryId: category_id, amount })),
  ancestors: await categoryAncestors(system),
})

const finderIn = (prices: Prices) => (skuId: string) => {
  const found = prices.skus.get(skuId)
  if (!found) throw new Refusal(-49002)
  return found
}

function purchase(find: ReturnType<typeof finderIn>, items: RequestedItem[]): QuotedItem[] {
  return items.map(item => {
    const { sku, packages } = find(item.sku_id)
    const chosen = packages.find(each =>
      'package_type_id' in item ? each.package_type_id === item.package_type_id : each.days === item.days,
    )
    if (!chosen) throw new Refusal(-49003)
    return priced(sku, chosen.days, chosen.discount_percent, item.quantity, noLine)
  })
}

async function renewal(
  system: Database,
  company: Database,
  companyId: string,
  request: OrderRequest & { kind: 'renewal' },
): Promise<QuotedItem[]> {
  const ids = request.lines.map(({ svp_id }) => svp_id)
  const lines = new Map((await renewableLines(company, companyId, ids)).map(line => [line.svp_id, line] as const))
  const skuIds = [...lines.values()].map(({ sku_id }) => sku_id)
  const find = finderIn(await readPrices(system, skuIds))
  const now = await databaseNow(system)
  const until = 'until' in request ? request.until : null
  return request.lines.map(each => {
    const line = lines.get(each.svp_id)
    if (!line) throw new Refusal(-52001)
    const days = 'days' in each ? each.days : daysTo(line, until, now)
    const { sku, packages } = find(line.sku_id)
    return priced(sku, days, discountFor(days, packages), 1, {
      svp_id: line.svp_id,
      line_name: line.name,
      old_ends_at: line.ends_at,
      new_ends_at: until ?? daysAfter(Math.max(now, Date.parse(line.ends_at)), days),
      until,
    })
  })
}

/** Updates a quoted renewal to the lines' present ends; its amounts stay. Throws -52001 when a line can no longer be renewed. */
export async function renewedNow(company: Database, companyId: string, quote: Quote): Promise<Quote> {
  const ids = quote.items.flatMap(({ svp_id }) => svp_id ?? [])
  if (!ids.length) return quote
  const lines = new Map((await renewableLines(company, companyId, ids)).map(line => [line.svp_id, line]))
  const now = await databaseNow(company)
  const items = quote.items.map(item => {
    const line = lines.get(item.svp_id ?? '')
    if (!line) throw new Refusal(-52001)
    const new_ends_at = daysAfter(Math.max(now, Date.parse(line.ends_at)), item.days)
    return { ...item, line_name: line.name, old_ends_at: line.ends_at, new_ends_at }
  })
  return { ...quote, items }
}

/** Counts the days, begun ones included, between the line's end, or now if that is later, and the chosen end. */
function daysTo({ ends_at }: RenewableLine, until: string | null, now: number): number {
  const days = Math.ceil(((until ? Date.parse(until) : 0) - Math.max(now, Date.parse(ends_at))) / day)
  if (days <= 0) throw new Refusal(-49005)
  return days
}

type RenewedLine = Pick<QuotedItem, 'svp_id' | 'line_name' | 'old_ends_at' | 'new_ends_at' | 'until'>
const noLine: RenewedLine = { svp_id: null, line_name: null, old_ends_at: null, new_ends_at: null, until: null }

function priced(
  { sku_id, goods_name, category_id, region_id, region_name, access_way_id, access_way_name, bandwidth, price }: Sku,
  days: number,
  discountPercent: number,
  quantity: number,
  line: RenewedLine,
): QuotedItem {
  const { unit, list, payable } = priceOf({ price, days, discountPercent, quantity })
  return {
    sku_id,
    name: goods_name,
    category_id,
    region_id,
    region_name,
    access_way_id,
    access_way_name,
    bandwidth,
    price,
    days,
    quantity,
    discount_percent: discountPercent,
    unit_price: unit,
    list_amount: list,
    amount: payable,
    ...line,
  }
}

/** Omits what only the order stores. */
export const shownItem = ({
  category_id: _category,
  region_id: _region,
  access_way_id: _accessWay,
  price: _price,
  until: _until,
  ...item
}: QuotedItem): ShownItem => item
