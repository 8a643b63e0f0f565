import type { OutputOf } from '#contract/index.ts'
import type { goodsProducts } from '#contract/shop.ts'

export type Product = (typeof goodsProducts)[number]
export type Goods = OutputOf<'getGoodsListByCategoryId'>['list'][number]
export type Sku = Goods['skus'][number]
export type Package = OutputOf<'getGoodsPackageTypeByCategoryId'>['list'][number]
export type Region = OutputOf<'getRegionList'>['list'][number]
export type AccessWay = OutputOf<'getAccessWayList'>['list'][number]

/** A root category with everything that is sold below it. */
export interface Shelf {
  name: string
  children: readonly { category_id: string; name: string }[]
  goods: readonly Goods[]
}

/** The products a coupon can buy if it is limited to these category names. */
export function productsOf(shelves: readonly Shelf[], categories: readonly string[]): ReadonlySet<Product> {
  const found = new Set<Product>()
  for (const { name, children, goods } of shelves)
    for (const { category_id, product } of goods) {
      const child = children.find(each => each.category_id === category_id)
      if (!categories.length || categories.includes(name) || (child && categories.includes(child.name)))
        found.add(product)
    }
  return found
}

/** The offer of hours is the same for every company. */
export interface HoursOffer {
  sku: Sku
  packages: readonly Package[]
}

/** The attributes of an ordered line: a place, an access way, a bandwidth. */
export interface Line {
  sku: Sku
  region: Region
  way: AccessWay
  bandwidth: number
  packages: readonly Package[]
}

export type PackagesOf = ReadonlyMap<string, readonly Package[]>

const shortestFirst = (packages: readonly Package[]) => [...packages].sort((a, b) => a.days - b.days)

export function hoursOffer(shelves: readonly Shelf[], packages: PackagesOf): HoursOffer | undefined {
  const goods = shelves.flatMap(shelf => shelf.goods).find(({ product, skus }) => product === 'hours' && skus.length)
  const sku = goods?.skus[0]
  return goods && sku && { sku, packages: shortestFirst(packages.get(goods.category_id) ?? []) }
}

export function linesOffered(
  shelves: readonly Shelf[],
  packages: PackagesOf,
  regions: readonly Region[],
  ways: readonly AccessWay[],
): Line[] {
  const regionOf = new Map(regions.map(each => [each.region_id, each]))
  const wayOf = new Map(ways.map(each => [each.access_way_id, each]))
  return shelves
    .flatMap(shelf => shelf.goods)
    .flatMap(({ category_id, skus }) =>
      skus.flatMap(sku => {
        const region = regionOf.get(sku.region_id ?? '')
        const way = wayOf.get(sku.access_way_id ?? '')
        if (!region || !way || sku.bandwidth === null) return []
        return [
          { sku, region, way, bandwidth: sku.bandwidth, packages: shortestFirst(packages.get(category_id) ?? []) },
        ]
      }),
    )
    .sort((a, b) => a.bandwidth - b.bandwidth)
}

/** Lines of the same region and access way share a pool of addresses. */
export const poolOf = ({ sku }: Pick<Line, 'sku'>) => `${sku.region_id} ${sku.access_way_id}`

/** The stock of several lines, counting each pool once. */
export const stockOf = (lines: readonly Line[]) =>
  [...new Map(lines.map(line => [poolOf(line), line.sku.stock ?? 0])).values()].reduce((sum, each) => sum + each, 0)

export interface LinePlace {
  region?: string
  way?: string
  bandwidth?: number
  days?: number
}

/**
 * The line selected in the address, completed by defaults: the first access way in stock, its smallest bandwidth, the
 * shortest package.
 */
export function chosenLine(lines: readonly Line[], ways: readonly AccessWay[], place: LinePlace) {
  const regionLines = lines.filter(({ region }) => region.code === place.region)
  const offered = ways.filter(way => regionLines.some(line => line.way === way))
  const way =
    offered.find(({ code }) => code === place.way) ??
    offered.find(each => regionLines.some(line => line.way === each && line.sku.stock)) ??
    offered[0]
  const bandwidths = regionLines.filter(line => line.way === way)
  const line = bandwidths.find(({ bandwidth }) => bandwidth === place.bandwidth) ?? bandwidths[0]
  return { here: regionLines, ways: offered, bandwidths, line, pack: line && chosenPackage(line.packages, place.days) }
}

export const chosenPackage = (packages: readonly Package[], days: number | undefined) =>
  packages.find(each => each.days === days) ?? packages[0]
