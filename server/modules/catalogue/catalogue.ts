import type { Database } from '#server/database/database.ts'
import {
  type ListedCategory,
  listCategories,
  listPackages,
  type PackageRow,
  type SkuRow,
  skusByIds,
} from './catalogue.sql.ts'

export interface Sku extends SkuRow {
  product: 'hours' | 'line'
}

/** Returns the product of a sku: with a region it is a line, without one it is person-days. */
export const productOf = ({ region_id }: { region_id: string | null }): Sku['product'] => (region_id ? 'line' : 'hours')

/** Returns, in no order, the skus that are for sale now; an id that is missing from the result can't be bought. */
export async function findSkus(database: Database, skuIds: readonly string[]): Promise<Sku[]> {
  return (await skusByIds(database, [...new Set(skuIds)])).map(row => ({ ...row, product: productOf(row) }))
}

export type Package = PackageRow

/** Returns the packages of these categories that can be chosen, sorted. */
export const packagesOf = (database: Database, categoryIds: readonly string[]): Promise<Package[]> =>
  listPackages(database, [...new Set(categoryIds)])

/** Maps a category's id to its own and its ancestors', nearest first. */
export function ancestorsOf(categories: readonly ListedCategory[]): Map<string, string[]> {
  const parents = new Map(categories.map(({ category_id, parent_id }) => [category_id, parent_id]))
  const above = (id: string): string[] => {
    const found = [id]
    for (let next = parents.get(id); next && !found.includes(next); next = parents.get(next)) found.push(next)
    return found
  }
  return new Map([...parents.keys()].map(id => [id, above(id)]))
}

/** Reads the ancestors of every category: they are few. */
export const categoryAncestors = async (database: Database): Promise<Map<string, string[]>> =>
  ancestorsOf(await listCategories(database))
