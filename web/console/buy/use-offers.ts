import { useMemo } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { useCall } from '#web/data/use-call.ts'
import type { AccessWay, Package, PackagesOf, Product, Region, Shelf } from './offers.ts'

export interface Offers {
  shelves: readonly Shelf[]
  packages: PackagesOf
  regions: readonly Region[]
  ways: readonly AccessWay[]
}

const offersOf = ({ categories, packages, regions, access_ways }: OutputOf<'getOffers'>): Offers => ({
  shelves: categories,
  packages: new Map<string, readonly Package[]>(Map.groupBy(packages, ({ category_id }) => category_id)),
  regions,
  ways: access_ways,
})

/** Loads the offers: all of them, or those that a page for one product needs. */
export function useOffers(product?: Product) {
  const { data, refused, reload } = useCall('getOffers', product ? { product } : {})
  const value = useMemo(() => data && offersOf(data), [data])
  return { value, refused, reload }
}
