import type { Database } from '#server/database/database.ts'
import { type PackageRow, skusWithPackages } from './catalogue.sql.ts'
import { productOf, type Sku } from './catalogue.ts'

/** The prices and packages for an order of these skus, as of one version of the catalogue. */
export interface Prices {
  version: number
  skus: Map<string, { sku: Sku; packages: PackageRow[] }>
}

/** The last prices read through each connection pool. */
const readLast = new WeakMap<Database, Prices>()

/**
 * Reads the skus that are for sale now with their sorted packages, and caches them for `keptPrices`. A sku that is missing from the
 * result can't be bought.
 */
export async function readPrices(system: Database, skuIds: readonly string[]): Promise<Prices> {
  const rows = await skusWithPackages(system, [...new Set(skuIds)])
  const skus = new Map(
    rows.map(({ packages, version: _version, ...row }) => [
      row.sku_id,
      { sku: { ...row, product: productOf(row) }, packages },
    ]),
  )
  const version = rows[0]?.version ?? 0
  const before = readLast.get(system)
  if (!before || before.version < version) readLast.set(system, { version, skus: new Map(skus) })
  // The answer for an older version may arrive last.
  else if (before.version === version) for (const [id, each] of skus) before.skus.set(id, each)
  return { version, skus }
}

/**
 * Returns what `readPrices` has read of all these skus, or undefined. It may be out of date: an order placed by it must compare the
 * version in the same statement, and a refusal because of it must read again first.
 */
export function keptPrices(system: Database, skuIds: readonly string[]): Prices | undefined {
  const kept = readLast.get(system)
  return kept && skuIds.length && skuIds.every(id => kept.skus.has(id)) ? kept : undefined
}
