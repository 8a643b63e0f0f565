import { raisedPrice, skuName } from '#contract/operations/catalogue-names.ts'
import type { OperationInput, OperationOutput } from '#contract/operations/index.ts'

export type ListedSku = OperationOutput<'getCatalogueSkus'>['list'][number]

/** The requested change of prices; amounts are in yuan, as typed. */
export interface PriceWish {
  mode: 'keep' | 'percent' | 'set'
  percent?: number | null
  /** True to change the list price by the same percentage. */
  with_list?: boolean
  price?: number | null
  list_price?: number | null
}

export interface NewPrice {
  sku_id: string
  name: string
  /** The current price in fen, or the last scheduled one. */
  old_price: number
  old_list_price: number
  price: number
  list_price: number
  changed: boolean
}

/** Returns the price on which a further change builds: the last scheduled one, or otherwise the current one. */
export const basePrice = (sku: ListedSku) => sku.scheduled ?? sku
const fen = (yuan: number) => Math.round(yuan * 100)

/**
 * Computes the new price of each SKU; undefined while the request is incomplete. A list price is never below the price.
 */
export function newPrices(skus: readonly ListedSku[], wish: PriceWish): NewPrice[] | undefined {
  const reckon = reckoning(wish)
  return (
    reckon &&
    skus.map(sku => {
      const { price: old_price, list_price: old_list_price } = basePrice(sku)
      const { price, list_price } = reckon(old_price, old_list_price)
      const list = Math.max(list_price, price)
      const changed = price !== old_price || list !== old_list_price
      return { sku_id: sku.sku_id, name: skuName(sku), old_price, old_list_price, price, list_price: list, changed }
    })
  )
}

function reckoning({ mode, percent, with_list, price, list_price }: PriceWish) {
  if (mode === 'keep') return (old: number, oldList: number) => ({ price: old, list_price: oldList })
  if (mode === 'percent')
    return typeof percent === 'number'
      ? (old: number, oldList: number) => ({
          price: raisedPrice(old, percent),
          list_price: with_list ? raisedPrice(oldList, percent) : oldList,
        })
      : undefined
  if (typeof price !== 'number') return undefined
  return (_: number, oldList: number) => ({
    price: fen(price),
    list_price: typeof list_price === 'number' ? fen(list_price) : oldList,
  })
}

/** Converts to the request's input. Unchanged prices are left out, unless the SKU is being put on sale. */
export const requested = (prices: readonly NewPrice[], publish: boolean): OperationInput<'requestPrices'>['skus'] =>
  prices.filter(({ changed }) => changed || publish).map(({ name: _, changed: __, ...sku }) => sku)
