import { z } from 'zod'
import type { ShopPlatform } from '#contract/connection-names.ts'
import { id, instant } from '#contract/fields.ts'
import { shop } from '#contract/records/shop.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { values } from '#server/database/values.ts'

const conflict = shop.schema.pick({ shop_id: true, platform: true, name: true, shop_number: true }).extend({
  /** The requested line. */
  svp_id: id,
  /** The shop is bound to the line and not closed. */
  is_bound: z.boolean(),
  /** When the shop last used the address of the line, as far as that counts. */
  last_at: instant.nullable(),
})
export type Conflict = z.output<typeof conflict>

interface Asked {
  pairs: readonly { svp_id: string; platform: ShopPlatform }[]
  /** The shops that the query is for, which are no conflicts. */
  except: readonly string[]
  /**
   * A shop that owns a line is not shown others that used it in spite of a warning. Uses from before it had the line had no
   * warning.
   */
  isOwner: boolean
}

/**
 * Finds the shops of a platform that are bound to a line, or were seen from its address, by their former or present platform: the
 * marketplace has seen them there, whatever became of the binding. Bound ones come first.
 */
export const findConflicts = (company: Database, companyId: string, { pairs, except, isOwner }: Asked, limit: number) =>
  company.rows(conflict)`
    with asked as materialized (
      select distinct line.id as line_id, line.address, input.platform
      from ${values(pairs, { svp_id: 'uuid', platform: 'text' })}
        join line on line.company_id = ${companyId} and line.id = input.svp_id
      where input.platform <> 'other'
    ), found as (
      select asked.line_id, asked.platform, shop.id as shop_id, true as is_bound, null::timestamptz as last_at
      from asked join shop on shop.company_id = ${companyId} and shop.line_id = asked.line_id
      where shop.platform = asked.platform and shop.state = 'active'
      union all
      select asked.line_id, asked.platform, shop.id, false, used.last_at
      from asked join address_use used on used.company_id = ${companyId} and used.address = asked.address
        join shop on shop.company_id = ${companyId} and shop.id = used.shop_id
      where asked.platform in (used.shop_platform, shop.platform) and (not ${isOwner} or used.warned < used.connections)
    ), summed as (
      select line_id, platform, shop_id, bool_or(is_bound) as is_bound, max(last_at) as last_at
      from found where shop_id <> all (${except}::uuid[]) group by line_id, platform, shop_id
    )
    select ${selectList(conflict, {
      shop_id: 'summed.shop_id',
      svp_id: 'summed.line_id',
      platform: 'summed.platform',
      name: 'shop.name',
      shop_number: 'shop.shop_number',
    })}
    from summed join shop on shop.company_id = ${companyId} and shop.id = summed.shop_id
    order by is_bound desc, last_at desc nulls last, summed.shop_id limit ${limit}`
