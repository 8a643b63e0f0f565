import { z } from 'zod'
import { setupSteps } from '#contract/operations/dashboard-names.ts'
import { recordOf } from '#contract/typed-keys.ts'
import type { Database } from '#server/database/database.ts'

const found = z.object(recordOf(setupSteps, () => z.boolean()))

/** Reports which steps towards the first sale of a line are done. The later ones require a line that can be bought. */
export const setupDone = (system: Database) =>
  system.row(found)`
    with line_sku as (
      select sku.id, sku.price, sku.published, goods.published as offered, goods.category_id
      from sku join goods on goods.id = sku.goods_id
        join category on category.id = goods.category_id and not category.archived
        join region on region.id = sku.region_id and region.published
        join access_way on access_way.id = sku.access_way_id and not access_way.archived
        join address_stock stock on stock.region_id = sku.region_id and stock.access_way_id = sku.access_way_id
          and stock.free > stock.reserved
    ), priced as (
      select * from line_sku where price > 0 and exists (
        select from package_type where package_type.category_id = line_sku.category_id and package_type.published)
    )
    select exists (select from category where not archived) as category,
      exists (select from goods join category on category.id = category_id and not category.archived) as goods,
      exists (select from region where published) as region,
      exists (select from access_way where not archived) as access_way,
      exists (select from address_stock where free > reserved) as addresses,
      exists (select from line_sku) as sku,
      exists (select from priced) as price,
      exists (select from priced where published and offered) as publish`
