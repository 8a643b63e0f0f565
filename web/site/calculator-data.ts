import { placeName } from '#contract/place-name.ts'
import type { SiteAccessWay, SiteCatalogue, SiteRegion } from '#contract/site.ts'
import { skusOf } from './prices.ts'

/**
 * The calculator's data, in the document. Rows instead of objects, because the page's bytes precede its first paint; names occur
 * once for a hundred prices.
 */
export interface CalculatorData {
  catalogues: {
    code: string
    skus: [region: string | null, way: string | null, bandwidth: number | null, price: number, soldOut?: 1][]
    packages: [days: number, discountPercent: number][]
  }[]
  /** Country and city by the region's code, in the order of the options. */
  regions: [code: string, name: string][]
  /** The names of the access ways by their codes, in the order of the options. */
  ways: [code: string, name: string][]
}

export const calculatorData = (
  catalogues: SiteCatalogue[],
  regions: SiteRegion[],
  accessWays: SiteAccessWay[],
): CalculatorData => ({
  catalogues: catalogues.map(catalogue => ({
    code: catalogue.code,
    skus: skusOf(catalogue).map(({ regionCode, accessWayCode, bandwidth, price, soldOut }) =>
      soldOut ? [regionCode, accessWayCode, bandwidth, price, 1] : [regionCode, accessWayCode, bandwidth, price],
    ),
    packages: catalogue.packages.map(({ days, discountPercent }) => [days, discountPercent]),
  })),
  regions: regions.map(region => [region.code, placeName(region)]),
  ways: accessWays.map(({ code, name }) => [code, name]),
})
