import { raisedPrice, skuName } from '#contract/operations/catalogue-names.ts'
import type { OperationInput, OperationOutput } from '#contract/operations/index.ts'

export type ListedSku = OperationOutput<'getCatalogueSkus'>['list'][number]

/** What is to become of the prices; amounts in yuan, as they are typed. */
export interface PriceWish {
  mode: 'keep' | 'percent' | 'set'
  percent?: number | null
  /** The list price moves by the same percentage. */
  with_list?: boolean
  price?: number | null
  list_price?: number | null
}

export interface NewPrice {
  sku_id: string
  name: string
  /** Fen: what holds now, or will hold when the last scheduled change has come. */
  old_price: number
  old_list_price: number
  price: number
  list_price: number
  changed: boolean
}

/** Upon what another change builds: the last that is scheduled, or what holds now. */
export const basePrice = (sku: ListedSku) => sku.scheduled ?? sku
const fen = (yuan: number) => Math.round(yuan * 100)

/** What each would cost; undefined while the wish is not complete. A list price never lies below the price. */
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

/** As the request takes them: what stays as it is is left out, unless it is put on sale. */
export const requested = (prices: readonly NewPrice[], publish: boolean): OperationInput<'requestPrices'>['skus'] =>
  prices.filter(({ changed }) => changed || publish).map(({ name: _, changed: __, ...sku }) => sku)
