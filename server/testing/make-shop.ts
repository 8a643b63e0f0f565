import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'
import { type Inserted, inserted } from './inserted.ts'

/** Factories for the catalogue, stock, coupons and orders. Part of `makeOn`. */
export function makeShopOn(database: Database, insert: (statement: ReturnType<typeof sql>) => Promise<Inserted>) {
  let addresses = 0

  async function region(input: { country?: string; city?: string; published?: boolean; sort?: number } = {}) {
    return insert(sql`
      insert into region (code, country, city, city_latin, continent, latitude, longitude, sort, published)
      values (${`region-${randomUUID()}`}, ${input.country ?? '日本'}, ${input.city ?? '东京'}, 'Tokyo', '亚洲', 35.6762,
        139.6503, ${input.sort ?? 0}, ${input.published ?? true})
      returning id`)
  }

  async function accessWay(input: { name?: string } = {}) {
    return insert(sql`
      insert into access_way (code, name, about)
      values (${`way-${randomUUID()}`}, ${input.name ?? '数据中心原生 IP'}, '独享地址')
      returning id`)
  }

  async function category(input: { parentId?: string; name?: string; sort?: number } = {}) {
    return insert(sql`
      insert into category (parent_id, code, name, sort)
      values (${input.parentId ?? null}, ${`category-${randomUUID()}`}, ${input.name ?? '线路'}, ${input.sort ?? 0})
      returning id`)
  }

  async function goods(input: { categoryId?: string; name?: string; published?: boolean } = {}) {
    const categoryId = input.categoryId ?? (await category()).id
    const { id } = await insert(sql`
      insert into goods (category_id, code, name, published)
      values (${categoryId}, ${`goods-${randomUUID()}`}, ${input.name ?? '线路'}, ${input.published ?? true})
      returning id`)
    return { id, categoryId }
  }

  async function packageType(categoryId: string, input: { days?: number; discountPercent?: number } = {}) {
    return insert(sql`
      insert into package_type (category_id, days, discount_percent)
      values (${categoryId}, ${input.days ?? 30}, ${input.discountPercent ?? 0})
      returning id`)
  }

  /** Creates free addresses of a region and access way, whose stock the trigger counts. Returns their ids. */
  async function stock(input: { regionId: string; accessWayId: string; count?: number }): Promise<string[]> {
    const count = input.count ?? 10
    addresses += count
    const rows = await database.rows(inserted)`
      insert into ip_address (region_id, access_way_id, address, gateway)
      select ${input.regionId}, ${input.accessWayId}, '10.0.0.0'::inet + place, 'gw.example.com'
      from generate_series(${addresses - count + 1}::integer, ${addresses}::integer) as place
      returning id`
    return rows.map(({ id }) => id)
  }

  /**
   * Creates a line for sale, by default in a new region and access way, with addresses in stock and a package of 30 days; or hours,
   * which have no region. The same `goodsId`, `regionId` and `accessWayId` create another bandwidth of the same stock.
   */
  async function sku(
    input: {
      product?: 'hours' | 'line'
      price?: number
      listPrice?: number
      goodsId?: string
      categoryId?: string
      regionId?: string
      accessWayId?: string
      bandwidth?: number
      published?: boolean
      stock?: number
      packages?: { days: number; discountPercent?: number }[]
    } = {},
  ) {
    const line = input.product !== 'hours'
    const price = input.price ?? (line ? 16_800 : 5800)
    const known = input.goodsId
      ? await database.row(
          inserted.extend({ categoryId: inserted.shape.id }),
        )`select id, category_id as "categoryId" from goods where id = ${input.goodsId}`
      : undefined
    const of =
      known ??
      (await goods({ ...(input.categoryId && { categoryId: input.categoryId }), name: line ? '线路' : '员工时长' }))
    const regionId = line ? (input.regionId ?? (await region()).id) : null
    const accessWayId = line ? (input.accessWayId ?? (await accessWay()).id) : null
    const { id } = await insert(sql`
      insert into sku (goods_id, region_id, access_way_id, bandwidth, price, list_price, published)
      values (${of.id}, ${regionId}, ${accessWayId}, ${line ? (input.bandwidth ?? 5) : null}, ${price},
        ${input.listPrice ?? price}, ${input.published ?? true})
      returning id`)
    const packageIds: string[] = []
    for (const { days, discountPercent = 0 } of input.packages ?? [{ days: 30 }]) {
      // Another sku of the same category finds these packages.
      const added = await insert(sql`
        insert into package_type (category_id, days, discount_percent)
        values (${of.categoryId}, ${days}, ${discountPercent})
        on conflict (category_id, days) do update set discount_percent = excluded.discount_percent
        returning id`)
      packageIds.push(added.id)
    }
    const count = input.stock ?? (input.regionId ? 0 : 10)
    if (regionId && accessWayId && count) await stock({ regionId, accessWayId, count })
    const [packageId = ''] = packageIds
    return { id, goodsId: of.id, categoryId: of.categoryId, regionId, accessWayId, price, packageId, packageIds }
  }

  /**
   * By default the coupon takes ¥50 off, is claimed in the center without a total limit, once per company, and is valid
   * for 30 days.
   */
  async function couponType(
    input: {
      name?: string
      amount?: number
      percent?: number
      cap?: number
      threshold?: number
      categoryIds?: string[]
      forPurchase?: boolean
      forRenewal?: boolean
      total?: number
      perCompany?: number
      way?: 'center' | 'promotion' | 'gift'
      claimStartsAt?: Date
      claimEndsAt?: Date
      validFrom?: Date
      validUntil?: Date
      validDays?: number
      published?: boolean
    } = {},
  ) {
    const percent = input.percent ?? null
    return insert(sql`
      insert into coupon_type (name, kind, amount, percent, cap, threshold, category_ids, for_purchase, for_renewal, total,
        per_company, way, claim_starts_at, claim_ends_at, valid_from, valid_until, valid_days, published)
      values (${input.name ?? '立减券'}, ${percent === null ? 'amount' : 'percent'},
        ${percent === null ? (input.amount ?? 5000) : null}, ${percent}, ${input.cap ?? null}, ${input.threshold ?? 0},
        ${input.categoryIds ?? null}::uuid[], ${input.forPurchase ?? true}, ${input.forRenewal ?? true},
        ${input.total ?? null}, ${input.perCompany ?? 1}, ${input.way ?? 'center'},
        ${input.claimStartsAt ?? new Date(Date.now() - 86_400_000)}, ${input.claimEndsAt ?? null},
        ${input.validFrom ?? null}, ${input.validUntil ?? null},
        ${input.validUntil ? null : (input.validDays ?? 30)}, ${input.published ?? true})
      returning id`)
  }

  /** Makes a coupon of the company; without a type, of a new one with the same rules. */
  async function coupon(
    companyId: string,
    input: Parameters<typeof couponType>[0] & {
      couponTypeId?: string
      state?: 'unused' | 'locked' | 'used'
      orderId?: string
    } = {},
  ) {
    const typeId = input.couponTypeId ?? (await couponType({ ...input, perCompany: input.perCompany ?? 1000 })).id
    return insert(sql`
      with counted as (update coupon_type set claimed = claimed + 1 where id = ${typeId})
      insert into coupon (company_id, coupon_type_id, sequence, source, name, about, kind, amount, percent, cap, threshold,
        category_ids, for_purchase, for_renewal, valid_from, valid_until, state, order_id, used_at, claimed_by)
      select ${companyId}, id,
        (select count(*)::integer + 1 from coupon where company_id = ${companyId} and coupon_type_id = ${typeId}),
        way, name, about, kind, amount, percent, cap, threshold, category_ids, for_purchase, for_renewal,
        coalesce(valid_from, ${input.validFrom ?? null}, least(now(), valid_until - interval '1 day')),
        coalesce(valid_until, now() + make_interval(days => valid_days)), ${input.state ?? 'unused'},
        ${input.orderId ?? null}, ${input.state === 'used' ? new Date() : null}, '测试'
      from coupon_type where id = ${typeId}
      returning id`)
  }

  async function onSale(skuId: string) {
    const found = await database.row(inserted.extend({ categoryId: inserted.shape.id }))`
      select sku.id, category_id as "categoryId" from sku join goods on goods.id = goods_id where sku.id = ${skuId}`
    if (!found) throw new Error('there is no such sku')
    return found
  }

  /** Makes an order in the given state, with one item, but without lines or hours. */
  async function order(
    of: { id: string; owner: { account: { id: string } } },
    values: {
      state?: 'pending' | 'paid' | 'fulfilled' | 'cancelled' | 'closed' | 'refunding' | 'refunded'
      amount?: number
      couponDiscount?: number
      subject?: string
      number?: string
      createdAt?: Date
      /** A sku that is on sale already; by default the order creates one. */
      skuId?: string
      /** Fen that were refunded of a fulfilled order. */
      refunded?: number
    } = {},
  ) {
    const state = values.state ?? 'fulfilled'
    const amount = values.amount ?? 5800
    const discount = values.couponDiscount ?? 0
    const createdAt = values.createdAt ?? new Date()
    const paid = ['paid', 'fulfilled', 'refunding', 'refunded'].includes(state)
    const { id: skuId, categoryId } = await (values.skuId ? onSale(values.skuId) : sku({ product: 'hours' }))
    const number = values.number ?? `T${randomUUID().replaceAll('-', '').slice(0, 20)}`
    const { id } = await insert(sql`
      insert into shop_order (company_id, number, account_id, buyer_name, kind, product, state, subject, list_amount,
        package_discount, coupon_discount, payable, request_key, request_hash, pays_until, paid_at, fulfilled_at, ended_at,
        created_at, returned_amount, refunded_amount)
      values (${of.id}, ${number}, ${of.owner.account.id}, '测试', 'purchase', 'hours', ${state},
        ${values.subject ?? '员工时长 1 人 × 30 天'}, ${amount}, 0, ${discount}, ${amount - discount}, ${randomUUID()}, '',
        ${new Date(createdAt.getTime() + 1_800_000)}, ${paid ? createdAt : null},
        ${paid && state !== 'paid' ? createdAt : null},
        ${['cancelled', 'closed', 'refunded'].includes(state) ? createdAt : null}, ${createdAt},
        ${state === 'refunding' || state === 'refunded' ? amount - discount : (values.refunded ?? 0)},
        ${state === 'refunded' ? amount - discount : (values.refunded ?? 0)})
      returning id`)
    await database.change`
      insert into order_item (company_id, order_id, position, sku_id, category_id, name, price, days, quantity,
        discount_percent, list_amount, amount)
      values (${of.id}, ${id}, 1, ${skuId}, ${categoryId}, '员工时长', ${amount}, 30, 1, 0, ${amount}, ${amount})`
    return { id, number, payable: amount - discount }
  }

  /** Creates an invoice request for a new order, with the title it names. */
  async function invoice(of: Parameters<typeof order>[0] & { creditCode: string }, input: { title?: string } = {}) {
    const { id: orderId, payable } = await order(of)
    const title = input.title ?? '测试抬头'
    await database.change`
      insert into invoice_title (company_id, kind, title, tax_number, email)
      values (${of.id}, 'normal', ${title}, ${of.creditCode}, 'caiwu@example.com')`
    const made = await insert(sql`
      insert into invoice (company_id, amount, kind, title, tax_number, address, phone, bank, bank_account, email, asked_by)
      values (${of.id}, ${payable}, 'normal', ${title}, ${of.creditCode}, '', '', '', '', 'caiwu@example.com', '测试')
      returning id`)
    await database.change`
      insert into invoice_order (company_id, invoice_id, order_id, amount)
      values (${of.id}, ${made.id}, ${orderId}, ${payable})`
    await database.change`update shop_order set invoice_id = ${made.id} where id = ${orderId}`
    return made
  }

  return { region, accessWay, category, goods, packageType, stock, sku, couponType, coupon, order, invoice }
}
