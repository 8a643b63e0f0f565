import type { Database } from '../database/database.ts'
import {
  listCategories,
  listPackages,
  type PackageRow,
  type SkuRow,
  skusByIds,
  skusWithPackages,
} from './catalogue.sql.ts'

export interface Sku extends SkuRow {
  product: 'hours' | 'line'
}

/** What a sku is: what ends in a region is a line, what ends nowhere are person-days. */
export const productOf = ({ region_id }: { region_id: string | null }): Sku['product'] => (region_id ? 'line' : 'hours')

/** Those of the ids that are for sale now, in no order; an id that is missing from the answer can't be bought. */
export async function findSkus(database: Database, skuIds: readonly string[]): Promise<Sku[]> {
  return (await skusByIds(database, [...new Set(skuIds)])).map(row => ({ ...row, product: productOf(row) }))
}

export type Package = PackageRow

/** As `findSkus`, each with its packages, in their order. */
export async function findSkusWithPackages(
  database: Database,
  skuIds: readonly string[],
): Promise<{ sku: Sku; packages: Package[] }[]> {
  const rows = await skusWithPackages(database, [...new Set(skuIds)])
  return rows.map(({ packages, ...row }) => ({ sku: { ...row, product: productOf(row) }, packages }))
}

/** The packages of these categories that can be chosen, in their order. */
export const packagesOf = (database: Database, categoryIds: readonly string[]): Promise<Package[]> =>
  listPackages(database, [...new Set(categoryIds)])

/** A category's id → its own and those above it, nearest first. Categories are few: all of them are read. */
export async function categoryAncestors(database: Database): Promise<Map<string, string[]>> {
  const parents = new Map((await listCategories(database)).map(({ id, parent_id }) => [id, parent_id]))
  const above = (id: string): string[] => {
    const found = [id]
    for (let next = parents.get(id); next && !found.includes(next); next = parents.get(next)) found.push(next)
    return found
  }
  return new Map([...parents.keys()].map(id => [id, above(id)]))
}
