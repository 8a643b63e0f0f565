import { discountFor, priceOf } from '#contract/prices.ts'
import { categoryAncestors, findSkusWithPackages, type Sku } from '../catalogue/catalogue.ts'
import type { Ordered } from '../coupons/coupons.ts'
import type { Database } from '../database/database.ts'
import { databaseNow } from '../hours/hours.sql.ts'
import { day } from '../hours/service-time.ts'
import { Refusal } from '../http/envelope.ts'
import { refundSuspension } from '../lines/delivery.ts'
import { type RenewableLine, renewableLines } from './quote.sql.ts'
import { requireFewLines, type Wanted, type WantedItem } from './wanted.ts'

export interface QuotedItem {
  sku: Sku
  days: number
  quantity: number
  discount_percent: number
  /** Fen. */
  unit_price: number
  list_amount: number
  amount: number
  /** Of a renewal. */
  line: { id: string; name: string; old_ends_at: Date; new_ends_at: Date; until: Date | null } | undefined
}

export interface Quote {
  kind: 'purchase' | 'renewal'
  product: 'hours' | 'line'
  items: QuotedItem[]
  /** Fen, before and after the packages' discounts. */
  list_amount: number
  amount: number
}

/**
 * What a content costs now, without a coupon. Throws -49002 for what is not for sale, -49003 for a package that is not
 * the sku's, -49004 for hours and lines in one order, -49005 for an end that is none, -52001 for a line that can't be
 * renewed.
 */
export async function quoteOf(system: Database, company: Database, companyId: string, wanted: Wanted): Promise<Quote> {
  const items =
    wanted.kind === 'purchase'
      ? await purchase(system, wanted.items)
      : await renewal(system, company, companyId, wanted)
  const [first] = items
  if (!first || items.some(({ sku }) => sku.product !== first.sku.product)) throw new Refusal(-49004)
  const { product } = first.sku
  const sum = (value: (item: QuotedItem) => number) => items.reduce((total, item) => total + value(item), 0)
  if (product === 'line') requireFewLines(sum(({ quantity }) => quantity))
  return {
    kind: wanted.kind,
    product,
    items,
    list_amount: sum(({ list_amount }) => list_amount),
    amount: sum(({ amount }) => amount),
  }
}

/** What coupons look at. */
export const orderedOf = async (system: Database, { kind, items }: Quote): Promise<Ordered> => ({
  kind,
  items: items.map(({ sku, amount }) => ({ categoryId: sku.category_id, amount })),
  ancestors: await categoryAncestors(system),
})

async function catalogueOf(system: Database, skuIds: string[]) {
  const skus = new Map((await findSkusWithPackages(system, skuIds)).map(found => [found.sku.id, found]))
  return (skuId: string) => {
    const found = skus.get(skuId)
    if (!found) throw new Refusal(-49002)
    return found
  }
}

async function purchase(system: Database, items: WantedItem[]): Promise<QuotedItem[]> {
  const find = await catalogueOf(
    system,
    items.map(({ skuId }) => skuId),
  )
  return items.map(item => {
    const { sku, packages } = find(item.skuId)
    const by = item.package
    const chosen = packages.find(each => ('id' in by ? each.id === by.id : each.days === by.days))
    if (!chosen) throw new Refusal(-49003)
    return priced(sku, chosen.days, chosen.discount_percent, item.quantity, undefined)
  })
}

async function renewal(
  system: Database,
  company: Database,
  companyId: string,
  wanted: Wanted & { kind: 'renewal' },
): Promise<QuotedItem[]> {
  const ids = wanted.lines.map(({ id }) => id)
  const lines = new Map(
    (await renewableLines(company, companyId, ids, refundSuspension)).map(line => [line.id, line] as const),
  )
  const find = await catalogueOf(
    system,
    [...lines.values()].map(({ sku_id }) => sku_id),
  )
  const now = await databaseNow(system)
  const until = 'until' in wanted ? wanted.until : null
  return wanted.lines.map(each => {
    const line = lines.get(each.id)
    if (!line) throw new Refusal(-52001)
    const days = 'days' in each ? each.days : daysTo(line, until, now)
    const { sku, packages } = find(line.sku_id)
    const start = Math.max(now, line.ends_at.getTime())
    return priced(sku, days, discountFor(days, packages), 1, {
      id: line.id,
      name: line.name,
      old_ends_at: line.ends_at,
      new_ends_at: until ?? new Date(start + days * day),
      until,
    })
  })
}

/** Days begun between the line's end, or now, and the chosen one. */
function daysTo({ ends_at }: RenewableLine, until: Date | null, now: number): number {
  const days = Math.ceil(((until?.getTime() ?? 0) - Math.max(now, ends_at.getTime())) / day)
  if (days <= 0) throw new Refusal(-49005)
  return days
}

function priced(
  sku: Sku,
  days: number,
  discountPercent: number,
  quantity: number,
  line: QuotedItem['line'],
): QuotedItem {
  const { unit, list, payable } = priceOf({ price: sku.price, days, discountPercent, quantity })
  return {
    sku,
    days,
    quantity,
    discount_percent: discountPercent,
    unit_price: unit,
    list_amount: list,
    amount: payable,
    line,
  }
}
