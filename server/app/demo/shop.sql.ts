import { raw } from 'sql-template-tag'
import { z } from 'zod'
import { coupon } from '#contract/records/coupon.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import type { Coupon } from '#server/modules/coupons/coupons.sql.ts'
import { couponTypes } from './coupon-types.ts'
import { coupons } from './coupons.ts'

/**
 * Inserts rows into one table with the table's own types: each of `columns` is read from the field of that name. No name comes from
 * user input. The schema is named because PostgreSQL also has a type called `line`.
 */
export const insertRows = (database: Database, table: string, columns: string, rows: object[]) =>
  database.change`
    insert into ${raw(table)} (${raw(columns)})
    select ${raw(columns)} from jsonb_populate_recordset(null::public.${raw(table)}, ${JSON.stringify(rows)}::jsonb)`

export async function insertCouponTypes(database: Database): Promise<void> {
  await database.change`
    insert into coupon_type (name, about, kind, amount, percent, cap, threshold, category_ids, for_purchase, for_renewal,
      total, per_company, way, claim_starts_at, claim_ends_at, valid_until, valid_days, sort)
    select input.name, input.about, kind, amount, percent, cap, threshold,
      case when categories is not null then array(select id from category where code = any(categories)) end,
      "forPurchase", "forRenewal", total, "perCompany", way, now() + make_interval(days => starts),
      date_trunc('day', now() + make_interval(days => ends + 1), 'Asia/Shanghai') - interval '1 second',
      date_trunc('day', now() + make_interval(days => "validUntil" + 1), 'Asia/Shanghai') - interval '1 second',
      "validDays", sort
    from jsonb_to_recordset(${JSON.stringify(couponTypes)}::jsonb) as input (name text, about text, kind text,
      amount integer, percent integer, cap integer, threshold integer, categories text[], "forPurchase" boolean,
      "forRenewal" boolean, total integer, "perCompany" integer, way text, starts integer, ends integer,
      "validUntil" integer, "validDays" integer, sort integer)`
  await database.change`
    update promotion_code set coupon_type_id = (select id from coupon_type where way = 'promotion') where code = 'HYL666'`
}

const keyedCoupon = coupon.extend({ key: z.string() })

/** Inserts the companies' unused coupons and updates each type's count. Returns them by key. */
export async function insertCoupons(
  database: Database,
  companies: Record<'lanfan' | 'qingyu', { id: string }>,
  actor: string,
): Promise<Map<string, Coupon>> {
  const names = new Map(couponTypes.map(({ key, name }) => [key, name]))
  const values = coupons.map(({ key, type, company, claimed }) => ({
    key,
    type: names.get(type),
    company_id: companies[company].id,
    claimed,
  }))
  const rows = await database.rows(keyedCoupon)`
    with input as (
      select input.*, now() - make_interval(days => claimed, mins => 20) as at,
        row_number() over (partition by company_id, type order by claimed desc) as sequence
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as input (key text, type text, company_id uuid, claimed integer)
    ), added as (
      insert into coupon (company_id, id, coupon_type_id, sequence, source, name, about, kind, amount, percent, cap,
        threshold, category_ids, for_purchase, for_renewal, valid_from, valid_until, claimed_by, claimed_at)
      select company_id, uuidv7(at - now()), coupon_type.id, sequence, way, name, about, kind, amount, percent, cap,
        threshold, category_ids, for_purchase, for_renewal, at,
        coalesce(valid_until,
          date_trunc('day', at + make_interval(days => valid_days + 1), 'Asia/Shanghai') - interval '1 second'),
        ${actor}, at
      from input join coupon_type on name = type
      returning *
    ), counted as (
      update coupon_type set claimed = (select count(*) from input where type = name)
    )
    select input.key, ${selectList(coupon, { coupon_id: 'id' }, 'added')} from added join coupon_type on coupon_type.id = coupon_type_id
    join input on input.company_id = added.company_id and type = coupon_type.name and input.sequence = added.sequence`
  return new Map(rows.map(({ key, ...coupon }) => [key, coupon]))
}

/**
 * Counts as the orders module does: the lines of unpaid orders, and lines that were never bound and are not released.
 */
export const reserveForHistory = (database: Database) =>
  database.change`
    update address_stock set reserved =
      (select coalesce(sum(quantity), 0) from order_item
        join shop_order on shop_order.company_id = order_item.company_id and shop_order.id = order_id
        where state = 'pending' and kind = 'purchase' and order_item.region_id = address_stock.region_id
          and order_item.access_way_id = address_stock.access_way_id)
      + (select count(*) from line
        where bound_at is null and state in ('unbound', 'suspended') and line.region_id = address_stock.region_id
          and line.access_way_id = address_stock.access_way_id)`

export const settleCoupons = (database: Database, input: { id: string; order_id: string; state: string; at: Date }[]) =>
  database.change`
    update coupon set state = input.state, order_id = input.order_id, used_at = case when input.state = 'used' then at end
    from jsonb_to_recordset(${JSON.stringify(input)}::jsonb) as input (id uuid, order_id uuid, state text, at timestamptz)
    where coupon.id = input.id`

export async function settleAddresses(
  database: Database,
  { bound, cooling }: { bound: string[]; cooling: { id: string; free_at: Date }[] },
): Promise<void> {
  await database.change`update ip_address set state = 'bound' where id = any(${bound}::uuid[])`
  await database.change`
    update ip_address set state = 'cooling', free_at = input.free_at
    from jsonb_to_recordset(${JSON.stringify(cooling)}::jsonb) as input (id uuid, free_at timestamptz)
    where ip_address.id = input.id`
}

export const markInvoiced = (database: Database, companyId: string, invoiceId: string) =>
  database.change`
    update shop_order set invoice_id = ${invoiceId}
    where company_id = ${companyId}
      and id in (select order_id from invoice_order where company_id = ${companyId} and invoice_id = ${invoiceId})`
