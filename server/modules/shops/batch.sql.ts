import type { ParsedOf } from '#contract/index.ts'
import { assigned } from '#server/database/assigned.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { kept } from './shops.sql.ts'

/** Locks shops in the order of their ids, so that two batches with the same ones never deadlock. */
export const lockSomeShops = (company: Database, companyId: string, shopIds: readonly string[]) =>
  company.rows(kept)`
    select ${selectList(kept, { shop_id: 'id', svp_id: 'line_id' })} from shop
    where company_id = ${companyId} and id = any(${shopIds}::uuid[]) order by id for no key update`

/** An undefined value leaves a column as it is. */
export const updateSomeShops = (
  company: Database,
  companyId: string,
  shopIds: readonly string[],
  { state, svp_id: line_id }: Omit<ParsedOf<'batchSetShop'>, 'shop_ids'>,
) =>
  company.change`
    update shop set ${assigned({ state, line_id })} where company_id = ${companyId} and id = any(${shopIds}::uuid[])`
