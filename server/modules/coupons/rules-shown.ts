import type { Database } from '#server/database/database.ts'
import { listCategories } from '#server/modules/catalogue/catalogue.sql.ts'

/** Returns the names of the catalogue's categories by id. */
export async function categoryNames(database: Database): Promise<Map<string, string>> {
  return new Map((await listCategories(database)).map(({ category_id, name }) => [category_id, name]))
}

/** Adds the names of the categories to a coupon or type, as every list of coupons shows them. */
export const withCategories = <Row extends { category_ids: string[] | null }>(
  { category_ids, ...row }: Row,
  names: Map<string, string>,
) => ({ ...row, categories: (category_ids ?? []).flatMap(id => names.get(id) ?? []) })
