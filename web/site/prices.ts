import type { SiteAccessWay, SiteCatalogue, SiteRegion, SiteSku } from '#contract/site.ts'
import { yuan } from '#web/ui/format.ts'

/** The prices on the public pages, all of them taken from the catalogue on sale. */

export const isLine = (catalogue: SiteCatalogue) =>
  catalogue.goods.some(goods => goods.skus.some(sku => sku.regionCode))

export const skusOf = (catalogue: SiteCatalogue): SiteSku[] => catalogue.goods.flatMap(goods => goods.skus)

/** Returns the cheapest SKU that can be bought now, or otherwise the cheapest that is sold out. */
export function cheapest(skus: SiteSku[]): SiteSku | undefined {
  const available = skus.filter(sku => !sku.soldOut)
  const choices = available.length ? available : skus
  return choices.reduce<SiteSku | undefined>((best, sku) => (best && best.price <= sku.price ? best : sku), undefined)
}

/** Returns the lowest prices for 30 days, in fen; undefined for goods that cannot be bought now. */
export function fromPrices(catalogues: SiteCatalogue[]): { line: number | undefined; hours: number | undefined } {
  const lowest = (chosen: SiteCatalogue[]) => {
    const sku = cheapest(chosen.flatMap(skusOf))
    return sku?.soldOut ? undefined : sku?.price
  }
  return {
    line: lowest(catalogues.filter(isLine)),
    hours: lowest(catalogues.filter(catalogue => !isLine(catalogue))),
  }
}

/** The lowest price of each region by access way, under `region way`. */
export function lowestPrices(catalogues: SiteCatalogue[]): Map<string, SiteSku> {
  const bySpot = Map.groupBy(catalogues.flatMap(skusOf), sku => `${sku.regionCode} ${sku.accessWayCode}`)
  return new Map([...bySpot].flatMap(([spot, skus]) => (skus[0] ? [[spot, cheapest(skus) ?? skus[0]]] : [])))
}

/** The city, or the country/region that bears its name, such as 中国香港 or 新加坡. */
export const shortName = ({ country, city }: Pick<SiteRegion, 'country' | 'city'>) =>
  country.endsWith(city) ? country : city

export interface WayPrice {
  way: SiteAccessWay
  price: number
  soldOut: boolean
  bandwidths: number[]
  cities: number
}

/** Returns the lowest price of each access way, its highest speed and the number of cities in which it is sold. */
export function wayPrices(catalogues: SiteCatalogue[], accessWays: SiteAccessWay[]): WayPrice[] {
  const byWay = Map.groupBy(catalogues.filter(isLine).flatMap(skusOf), sku => sku.accessWayCode)
  return accessWays.flatMap(way => {
    const skus = byWay.get(way.code) ?? []
    const best = cheapest(skus)
    if (!best) return []
    const bandwidths = [...new Set(skus.flatMap(sku => sku.bandwidth ?? []))].sort((a, b) => a - b)
    const { price, soldOut } = best
    return [{ way, price, soldOut, bandwidths, cities: new Set(skus.map(sku => sku.regionCode)).size }]
  })
}

export interface CityOffer {
  region: SiteRegion
  /** Each access way on sale there with its lowest price. */
  ways: { name: string; price: number; soldOut: boolean }[]
}

/** Formats the price of a city's access way, for the map and the list. */
export const wayText = ({ price, soldOut }: CityOffer['ways'][number]) => (soldOut ? '暂时售罄' : `${yuan(price)} 起`)

/** Reports whether anything is on sale in a city. */
export const isOpen = ({ ways }: CityOffer): boolean => ways.length > 0

/** Returns the offers of every city; a city where nothing is on sale has no ways. */
export function cityOffers(page: {
  regions: SiteRegion[]
  accessWays: SiteAccessWay[]
  catalogues: SiteCatalogue[]
}): CityOffer[] {
  const prices = lowestPrices(page.catalogues)
  return page.regions.map(region => ({
    region,
    ways: page.accessWays.flatMap(way => {
      const sku = prices.get(`${region.code} ${way.code}`)
      return sku ? [{ name: way.name, price: sku.price, soldOut: sku.soldOut }] : []
    }),
  }))
}
