import { type Line, type Region, stockOf } from './offers.ts'

/** A region on sale with its lowest price and its stock. */
export interface Place {
  region: Region
  /** Fen for 30 days. */
  from: number
  stock: number
}

/** Lists the places in the order of the regions. */
export function placesOf(lines: readonly Line[], regions: readonly Region[]): Place[] {
  const byRegion = Map.groupBy(lines, ({ region }) => region)
  return regions.flatMap(region => {
    const cityLines = byRegion.get(region)
    return cityLines
      ? [{ region, from: Math.min(...cityLines.map(({ sku }) => sku.price)), stock: stockOf(cityLines) }]
      : []
  })
}

const plain = (text: string) => text.toLowerCase().replace(/[\s·-]/g, '')

/** Searches by country, city, continent or code; every word has to occur. */
export function matchingPlaces(places: readonly Place[], text: string): Place[] {
  const words = text.trim().split(/\s+/).map(plain).filter(Boolean)
  return places.filter(({ region: { country, city, continent, code } }) => {
    const all = plain(`${continent}${country}${city}${code}`)
    return words.every(word => all.includes(word))
  })
}

/** Groups the places by continent and country, keeping their order. */
export function placeTree(places: readonly Place[]) {
  return [...Map.groupBy(places, ({ region }) => region.continent)].map(([continent, some]) => ({
    continent,
    count: some.length,
    countries: [...Map.groupBy(some, ({ region }) => region.country)].map(([country, cities]) => ({ country, cities })),
  }))
}
