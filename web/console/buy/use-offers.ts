import { useCallback, useEffect, useState } from 'react'
import type { CallOptions, Refused } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import type { AccessWay, Package, PackagesOf, Product, Region, Shelf } from './offers.ts'

type Loaded<Value> = { value: Value } | { refused: Refused }

/** Loads everything on sale, by root category. */
export async function loadShelves(options: CallOptions): Promise<Loaded<Shelf[]>> {
  const tree = await api.getCategoryTreeList({}, options)
  if (!tree.ok) return { refused: tree }
  const goods = await Promise.all(
    tree.data.list.map(({ category_id }) => api.getGoodsListByCategoryId({ category_id }, options)),
  )
  const shelves: Shelf[] = []
  for (const [index, { name, children }] of tree.data.list.entries()) {
    const answer = goods[index]
    if (!answer?.ok) {
      if (answer) return { refused: answer }
      continue
    }
    shelves.push({ name, children, goods: answer.data.list })
  }
  return { value: shelves }
}

export interface Offers {
  shelves: readonly Shelf[]
  packages: PackagesOf
  regions: readonly Region[]
  ways: readonly AccessWay[]
}

/**
 * Loads the offers of a buy page: the goods of one product with their packages, and for lines the places and access
 * ways.
 */
async function loadOffers(product: Product, options: CallOptions): Promise<Loaded<Offers>> {
  const places = product === 'line' ? api.getRegionList({}, options) : undefined
  const accessWays = product === 'line' ? api.getAccessWayList({}, options) : undefined
  const shelves = await loadShelves(options)
  if ('refused' in shelves) return shelves
  const own = shelves.value.map(shelf => ({ ...shelf, goods: shelf.goods.filter(each => each.product === product) }))
  const categories = [...new Set(own.flatMap(({ goods }) => goods.map(({ category_id }) => category_id)))]
  const lists = await Promise.all(
    categories.map(category_id => api.getGoodsPackageTypeByCategoryId({ category_id }, options)),
  )
  const packages = new Map<string, readonly Package[]>()
  for (const [index, category] of categories.entries()) {
    const answer = lists[index]
    if (!answer?.ok) {
      if (answer) return { refused: answer }
      continue
    }
    packages.set(category, answer.data.list)
  }
  const [regions, ways] = await Promise.all([places, accessWays])
  if (regions && !regions.ok) return { refused: regions }
  if (ways && !ways.ok) return { refused: ways }
  return { value: { shelves: own, packages, regions: regions?.data.list ?? [], ways: ways?.data.list ?? [] } }
}

/** Works like useCall for data from several calls. `load` must be a constant outside the component. */
function useLoaded<Value>(load: (options: CallOptions) => Promise<Loaded<Value>>) {
  const [answer, setAnswer] = useState<{ value?: Value; refused?: Refused }>({})
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reloads
  useEffect(() => {
    const leaving = new AbortController()
    void load({ signal: leaving.signal }).then(input => {
      if (leaving.signal.aborted) return
      setAnswer(before => ('value' in input ? { value: input.value } : { value: before.value, refused: input.refused }))
    })
    return () => leaving.abort()
  }, [load, round])
  const reload = useCallback(() => setRound(before => before + 1), [])
  return { ...answer, reload }
}

const loadHours = (options: CallOptions) => loadOffers('hours', options)
const loadLines = (options: CallOptions) => loadOffers('line', options)
export const useHoursOffers = () => useLoaded(loadHours)
export const useLineOffers = () => useLoaded(loadLines)
export const useShelves = () => useLoaded(loadShelves)
