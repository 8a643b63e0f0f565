import type { Database } from '#server/database/database.ts'
import { type PackageRow, skusWithPackages } from './catalogue.sql.ts'
import { productOf, type Sku } from './catalogue.ts'

/** What an order of these skus is priced by, as of one version of the catalogue. */
export interface Prices {
  version: number
  skus: Map<string, { sku: Sku; packages: PackageRow[] }>
}

/** What was read last through each pool of connections. */
const readLast = new WeakMap<Database, Prices>()

/**
 * Reads the skus that are for sale now with their sorted packages; one that is missing from the result can't be bought. Keeps them
 * for `keptPrices`.
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
  // An answer of an older version may come last.
  else if (before.version === version) for (const [id, each] of skus) before.skus.set(id, each)
  return { version, skus }
}

/**
 * Returns what `readPrices` has read of all these skus, or undefined. It may be out of date by now: whoever places an order by it
 * compares the version in the same statement, and whoever must refuse because of it reads first.
 */
export function keptPrices(system: Database, skuIds: readonly string[]): Prices | undefined {
  const kept = readLast.get(system)
  return kept && skuIds.length && skuIds.every(id => kept.skus.has(id)) ? kept : undefined
}
