/** Words and reckonings of the catalogue's room; free of zod, so that its pages can use them. */
export const priceChangeStates = ['scheduled', 'applied', 'cancelled', 'missed'] as const
export type PriceChangeState = (typeof priceChangeStates)[number]

/** Prices that one request may change. */
export const pricesAtOnce = 500
/** SKUs that are made at once. */
export const skusAtOnce = 400
/** Fen. */
export const highestPrice = 100_000_000
export const highestDiscount = 90

export const catalogueCode = /^[a-z0-9-]{2,40}$/

/** A price raised (or lowered) by a percentage, rounded to whole yuan; what costs something never becomes free. */
export function raisedPrice(fen: number, percent: number): number {
  // In tenths of a percent, so that no part of a fen is lost to the arithmetic of fractions.
  const yuan = Math.round((fen * Math.round((100 + percent) * 10)) / 100_000)
  return Math.max(yuan, fen > 0 ? 1 : 0) * 100
}

/** 东京 · 数据中心原生 IP · 5 Mbps; what has no attributes is known by its goods. */
export const skuName = (sku: {
  goods_name: string
  region_name: string | null
  access_way_name: string | null
  bandwidth: number | null
}): string =>
  sku.region_name
    ? [sku.region_name, sku.access_way_name, sku.bandwidth && `${sku.bandwidth} Mbps`].filter(Boolean).join(' · ')
    : sku.goods_name
