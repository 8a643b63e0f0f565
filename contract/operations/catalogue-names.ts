/** Names and calculations of the catalogue module. Its pages use this file, so it must not import zod. */
export const priceChangeStates = ['scheduled', 'applied', 'cancelled', 'missed'] as const
export type PriceChangeState = (typeof priceChangeStates)[number]

/** The most prices that one request may change. */
export const pricesAtOnce = 500
/** The most SKUs that are created at once. */
export const skusAtOnce = 400

/** Returns a price raised or lowered by a percentage, rounded to whole yuan. A price above zero never becomes free. */
export function raisedPrice(fen: number, percent: number): number {
  // Calculated in tenths of a percent, so that no part of a fen is lost to floating-point arithmetic.
  const yuan = Math.round((fen * Math.round((100 + percent) * 10)) / 100_000)
  return Math.max(yuan, fen > 0 ? 1 : 0) * 100
}

/** Returns a name like 东京 · 数据中心原生 IP · 5 Mbps. A SKU without attributes is named after its goods. */
export const skuName = (sku: {
  goods_name: string
  region_name: string | null
  access_way_name: string | null
  bandwidth: number | null
}): string =>
  sku.region_name
    ? [sku.region_name, sku.access_way_name, sku.bandwidth && `${sku.bandwidth} Mbps`].filter(Boolean).join(' · ')
    : sku.goods_name
