import sql from 'sql-template-tag'
import type { GrantTimes } from '#contract/access-times.ts'
import type { Database } from '#server/database/database.ts'
import type { Inserted } from './inserted.ts'
import type { makeShopOn } from './make-shop.ts'

type Shop = Pick<ReturnType<typeof makeShopOn>, 'sku' | 'order'>
type Sku = Awaited<ReturnType<Shop['sku']>>

/** Factories for lines and access to them. Part of `makeOn`. */
export function makeLinesOn(
  database: Database,
  insert: (statement: ReturnType<typeof sql>) => Promise<Inserted>,
  { sku, order }: Shop,
) {
  /**
   * Creates a paid line that ends in 30 days, bound to the first free address or with one reserved for it, and with its own sku by
   * default.
   */
  async function line(
    of: { id: string; owner: { account: { id: string } } },
    values: {
      name?: string
      sku?: Pick<Sku, 'id' | 'regionId' | 'accessWayId'>
      bound?: boolean
      endsAt?: Date
      orderId?: string
      autoRenew?: boolean
    } = {},
  ) {
    const { id: skuId, regionId, accessWayId } = values.sku ?? (await sku())
    const orderId = values.orderId ?? (await order(of)).id
    if (!regionId || !accessWayId) throw new Error('hours are no line')
    const { id } = await insert(sql`
      insert into line (company_id, name, sku_id, region_id, access_way_id, bandwidth, ends_at, order_id, auto_renew)
      values (${of.id}, ${values.name ?? '东京-01'}, ${skuId}, ${regionId}, ${accessWayId}, 5,
        ${values.endsAt ?? new Date(Date.now() + 30 * 86_400_000)}, ${orderId}, ${values.autoRenew ?? false})
      returning id`)
    if (values.bound) {
      const address = await insert(sql`
        update ip_address set state = 'bound' where id = (
          select id from ip_address
          where state = 'free' and region_id = ${regionId} and access_way_id = ${accessWayId} order by address limit 1
          for update skip locked)
        returning id`)
      await database.change`
        update line set state = 'active', ip_address_id = ${address.id}, bound_at = now()
        where company_id = ${of.id} and id = ${id}`
    } else
      await database.change`
        update address_stock set reserved = reserved + 1
        where region_id = ${regionId} and access_way_id = ${accessWayId}`
    return { id, regionId, accessWayId, orderId }
  }

  async function lineGroup(
    companyId: string,
    input: {
      name?: string
      lines?: string[]
      departments?: string[]
      employees?: string[]
      times?: Partial<GrantTimes>
    } = {},
  ) {
    const { until = null, hours = null } = input.times ?? {}
    const { id } = await insert(sql`
      insert into line_group (company_id, name) values (${companyId}, ${input.name ?? '线路组'}) returning id`)
    await database.change`
      insert into line_group_line (company_id, group_id, line_id)
      select ${companyId}, ${id}, held from unnest(${input.lines ?? []}::uuid[]) as held`
    await database.change`
      insert into line_group_department (company_id, group_id, department_id, until, hours)
      select ${companyId}, ${id}, held, ${until}::timestamptz, ${hours} from unnest(${input.departments ?? []}::uuid[]) as held`
    await database.change`
      insert into line_group_employee (company_id, group_id, employee_id, until, hours)
      select ${companyId}, ${id}, held, ${until}::timestamptz, ${hours} from unnest(${input.employees ?? []}::uuid[]) as held`
    return { id }
  }

  return { line, lineGroup }
}
