import { unusedCoupons } from '../coupons/coupons.sql.ts'
import { usabilityOf } from '../coupons/coupons.ts'
import type { Database } from '../database/database.ts'
import type { HandlersFor } from '../http/context.ts'
import { addressesLeft } from '../lines/stock.ts'
import { placeOrder } from './placing.ts'
import { orderedOf, type Quote, quoteOf } from './quote.ts'
import { shownQuoted } from './view.ts'
import { wantedOf } from './wanted.ts'

/** More than anybody keeps; those that end first are looked at. */
const consideredCoupons = 200

export const placingCalls: HandlersFor<'quoteOrder' | 'createOrder'> = {
  async quoteOrder({ system, company, membership: { companyId } }, { coupon_id, ...content }) {
    const quote = await quoteOf(system, company, companyId, wantedOf(content))
    const [ordered, coupons, short] = await Promise.all([
      orderedOf(system, quote),
      unusedCoupons(company, companyId, consideredCoupons),
      shortOf(system, quote),
    ])
    const usable = coupons
      .map(coupon => ({ coupon, ...usabilityOf(coupon, ordered) }))
      .toSorted((a, b) => ('discount' in b ? b.discount : -1) - ('discount' in a ? a.discount : -1))
    const chosen = usable.find(({ coupon }) => coupon.id === coupon_id)
    const [best] = usable
    const coupon_discount = chosen && 'discount' in chosen ? chosen.discount : 0
    const problem = chosen ? ('reason' in chosen ? chosen.reason : '') : '优惠券不可用'
    return {
      product: quote.product,
      items: quote.items.map(shownQuoted),
      list_amount: quote.list_amount,
      package_discount: quote.list_amount - quote.amount,
      coupon_discount,
      payable: quote.amount - coupon_discount,
      coupon_problem: coupon_id ? problem : '',
      best_coupon:
        best && 'discount' in best && best.discount > 0
          ? { coupon_id: best.coupon.id, name: best.coupon.name, discount: best.discount }
          : null,
      short,
    }
  },

  async createOrder({ services, membership, account }, { coupon_id, request_key, payable, ...content }) {
    const wanted = wantedOf(content)
    const { kind, items, svp_ids, days, until } = content
    const placed = await placeOrder(services, {
      companyId: membership.companyId,
      accountId: account.id,
      buyer: membership,
      wanted,
      couponId: coupon_id,
      requestKey: request_key,
      content: [
        kind,
        items?.map(item => [item.sku_id, item.package_type_id, item.quantity]),
        svp_ids,
        days,
        until,
        coupon_id,
      ],
      payable,
    })
    const { id, number, pays_until, ...rest } = placed
    return { order_id: id, order_number: number, ...rest, pays_until: pays_until.toISOString() }
  },
}

/** Skus of which there is not enough for all that is wanted of the same place. */
async function shortOf(system: Database, { kind, items }: Quote): Promise<{ sku_id: string; stock: number }[]> {
  if (kind === 'renewal') return []
  const placed = items.flatMap(({ sku, quantity }) =>
    sku.region_id && sku.access_way_id
      ? [{ skuId: sku.id, regionId: sku.region_id, accessWayId: sku.access_way_id, quantity }]
      : [],
  )
  const left = await addressesLeft(system, placed)
  const wanted = Map.groupBy(placed, ({ regionId, accessWayId }) => `${regionId} ${accessWayId}`)
  return [...wanted.values()].flatMap(together => {
    const [first] = together
    const stock = first ? left(first) : 0
    if (together.reduce((sum, { quantity }) => sum + quantity, 0) <= stock) return []
    return [...new Set(together.map(({ skuId }) => skuId))].map(sku_id => ({ sku_id, stock }))
  })
}
