import { itemsPerOrder, linesPerOrder } from '#contract/shop.ts'
import { readJson, tabKeys, write } from '#web/data/storage.ts'
import { type Line, type Package, poolOf } from './offers.ts'

/** A stored item: ids and a quantity only, so that prices and names are always current. */
export interface SavedItem {
  sku_id: string
  package_type_id: string
  quantity: number
}

export interface BasketItem {
  line: Line
  pack: Package
  quantity: number
}

const isKept = (value: unknown): value is SavedItem =>
  typeof value === 'object' &&
  value !== null &&
  'sku_id' in value &&
  typeof value.sku_id === 'string' &&
  'package_type_id' in value &&
  typeof value.package_type_id === 'string' &&
  'quantity' in value &&
  Number.isInteger(value.quantity) &&
  Number(value.quantity) >= 0
const areSavedItems = (value: unknown): value is SavedItem[] => Array.isArray(value) && value.every(isKept)

/** The basket is stored for this browser tab, so that a reload does not empty it. */
export const readBasket = (): SavedItem[] => readJson(tabKeys.basket, areSavedItems, 'session') ?? []
export const writeBasket = (items: readonly SavedItem[]) => write(tabKeys.basket, JSON.stringify(items), 'session')

/** Restores the stored items that are still on sale. */
export function basketOf(kept: readonly SavedItem[], lines: readonly Line[]): BasketItem[] {
  return kept.flatMap(({ sku_id, package_type_id, quantity }) => {
    const line = lines.find(({ sku }) => sku.sku_id === sku_id)
    const pack = line?.packages.find(each => each.package_type_id === package_type_id)
    return line && pack ? [{ line, pack, quantity }] : []
  })
}

export const savedItemsOf = (items: readonly BasketItem[]): SavedItem[] =>
  items.map(({ line, pack, quantity }) => ({
    sku_id: line.sku.sku_id,
    package_type_id: pack.package_type_id,
    quantity,
  }))

export const keyOf = ({ line, pack }: BasketItem) => `${line.sku.sku_id} ${pack.package_type_id}`
export const quantityOf = (items: readonly BasketItem[]) => items.reduce((sum, { quantity }) => sum + quantity, 0)

/** Adds an item; the same line for the same time increases the existing one. */
export function added(items: readonly BasketItem[], item: BasketItem): BasketItem[] {
  const same = items.find(each => keyOf(each) === keyOf(item))
  if (!same) return [...items, item]
  return items.map(each => (each === same ? { ...each, quantity: each.quantity + item.quantity } : each))
}

/**
 * Returns the quantity of a line that can still be ordered in addition to the basket; `besides` is the item whose quantity is being
 * changed and does not count.
 */
export function roomFor(items: readonly BasketItem[], line: Line, besides?: BasketItem): number {
  const others = items.filter(each => each !== besides)
  const pool = others.filter(each => poolOf(each.line) === poolOf(line))
  return Math.max(0, Math.min((line.sku.stock ?? 0) - quantityOf(pool), linesPerOrder - quantityOf(others)))
}

/** The reason why an item can't be added; empty when it can. */
export function whyNotAdded(items: readonly BasketItem[], item: BasketItem): string {
  if (!items.some(each => keyOf(each) === keyOf(item)) && items.length >= itemsPerOrder)
    return `一个订单最多 ${itemsPerOrder} 种专线，请先提交清单中的`
  if (!item.line.sku.stock) return '暂时售罄，请换一种接入方式或地区'
  const room = roomFor(items, item.line)
  if (item.quantity > room)
    return quantityOf(items) + item.quantity > linesPerOrder
      ? `一个订单最多 ${linesPerOrder} 条专线`
      : `库存不足，最多还可以加 ${room} 条`
  return ''
}

/** The reason why an item in the basket can't be ordered in its quantity, which is 0 while its field is blank; empty when it can. */
export function whyNotOrdered(items: readonly BasketItem[], item: BasketItem): string {
  if (!item.quantity) return '请填写数量，为大于 0 的整数'
  const room = roomFor(items, item.line, item)
  if (item.quantity <= room) return ''
  return quantityOf(items) > linesPerOrder
    ? `一个订单最多 ${linesPerOrder} 条专线`
    : `库存只剩 ${room} 条，请减少数量或移除`
}
